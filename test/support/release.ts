import { cp, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Engine } from "../../src/engine/engine.js";
import { TEMPLATES_FOLDER } from "../../src/engine/templates.js";

/** The facts that `make-release.ts` recorded about an earlier release. */
export interface ReleaseFacts {
  readonly client_id: string;
  readonly public_key: string;
  readonly private_key: string;
  readonly products: readonly string[];
  readonly taste: { readonly tokens: readonly { readonly token: string }[] };
  readonly ingestions: readonly number[];
  readonly events: number;
}

/** Stores what an earlier release has stored, under the engine's prefix, as that release's engine had it. */
export async function restoreRelease(engine: Engine, release: string): Promise<ReleaseFacts> {
  const folder = fileURLToPath(new URL(`../fixtures/releases/${release}/`, import.meta.url));
  const read = async (file: string) =>
    (await readFile(join(folder, file), "utf8")).replaceAll("${prefix}", engine.prefix);
  const templates = JSON.parse(await read("templates.json")) as { name: string; index_template: object }[];
  for (const { name, index_template } of templates) {
    await engine.call("put_template", { method: "PUT", path: `/_index_template/${name}`, body: index_template });
  }
  const indices = JSON.parse(await read("indices.json")) as Record<
    string,
    { settings: { index: Record<string, unknown> }; mappings: object; aliases: object }
  >;
  for (const [name, { settings, mappings, aliases }] of Object.entries(indices)) {
    // Follows from how many nodes there are.
    const index = { ...settings.index, number_of_replicas: undefined };
    await engine.call("create_index", {
      method: "PUT",
      path: `/${name}`,
      body: { settings: { index }, mappings, aliases },
    });
  }
  const lines = (await read("documents.ndjson")).trimEnd().split("\n");
  const bulkBody = lines
    .map((line) => JSON.parse(line) as { index: string; id: string; document: object })
    .map(({ index, id, document }) => {
      return `${JSON.stringify({ create: { _index: index, _id: id } })}\n${JSON.stringify(document)}\n`;
    });
  const { errors } = await engine.call<{ errors: boolean }>("bulk", {
    method: "POST",
    path: "/_bulk",
    querystring: { refresh: true },
    bulkBody: bulkBody.join(""),
  });
  if (errors) throw new Error(`the documents of release ${release} cannot be stored`);
  return JSON.parse(await read("expected.json")) as ReleaseFacts;
}

/** A change of a template file: dotted paths in its mappings, and what is to be there. */
export type TemplateChange = Readonly<Record<string, unknown>>;

/** A folder of the templates of a later release: those of this one, some of them changed and all of another version. */
export async function laterTemplates(
  changes: Readonly<Record<string, TemplateChange>>,
  { version, oldest = 0 }: { readonly version: number; readonly oldest?: number },
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "vitrine-templates-"));
  await cp(TEMPLATES_FOLDER, folder, { recursive: true });
  for (const [name, change] of Object.entries(changes)) {
    const path = join(folder, `${name}.json`);
    const json = JSON.parse(await readFile(path, "utf8")) as { template: { mappings: Tree } };
    const all = { "_meta.version": version, "_meta.oldest": oldest, ...change };
    for (const [at, value] of Object.entries(all)) put(json.template.mappings, at.split("."), value);
    await writeFile(path, JSON.stringify(json));
  }
  return folder;
}

interface Tree {
  [name: string]: unknown;
}

function put(tree: Tree, [name = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) tree[name] = value;
  else put((tree[name] ??= {}) as Tree, rest, value);
}
