import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { build } from "esbuild";

const run = promisify(execFile);

const OWN_TYPES = [
  "client",
  "errors",
  "events",
  "impressions",
  "index",
  "listing",
  "products",
  "retry",
  "schema",
  "send",
  "signed-user",
];
/** Paths of the published files, by package. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  client: [...OWN_TYPES.map((name) => `dist/${name}.d.ts`), "dist/impressions.js", "dist/index.js", "dist/products.js"],
  instantsearch: [
    ...["attribute", "completion", "conditions", "filter-text", "highlight", "index", "insights"],
    ...["pages", "params", "responses", "search-client"],
  ]
    .map((name) => `dist/${name}.d.ts`)
    .concat("dist/index.js"),
  react: ["impressions", "index", "listing", "response", "slots", "suggestions", "vitrine"]
    .map((name) => `dist/${name}.d.ts`)
    .concat("dist/index.js"),
  medusa: [...["connector", "index", "product", "query"].map((name) => `dist/${name}.d.ts`), "dist/index.js"],
  shopify: ["admin-api", "cli", "handler", "index", "load", "queries", "webhook"]
    .map((name) => `dist/types/packages/shopify/src/${name}.d.ts`)
    .concat("dist/cli.js", "dist/index.js"),
};

/** Returns the gzipped size in bytes of a package's entry file, bundled with all dependencies from this repository. */
async function gzipped(entry: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    external: ["react", "react/*"],
    jsx: "automatic",
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}

describe("the packages in their published form", () => {
  let folder = "";

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "vitrine-packages-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("the published JavaScript packages stay below their size limits", async () => {
    const client = await gzipped("packages/client/src/index.ts");
    const adapter = await gzipped("packages/instantsearch/src/index.ts");
    process.stdout.write(`      client ${client} bytes, adapter with the client ${adapter} bytes, gzipped\n`);
    expect(client).to.be.below(6_000);
    expect(adapter).to.be.below(10_000);
  });

  it("the published JavaScript packages work after installation", async () => {
    const { stdout } = await run("npm", ["pack", "--workspaces", "--json", "--pack-destination", folder], {
      env: { ...process.env, npm_config_loglevel: "error" },
    });
    const packed = JSON.parse(stdout.slice(stdout.indexOf("["))) as {
      readonly name: string;
      readonly filename: string;
      readonly files: readonly { readonly path: string }[];
    }[];
    const own = new Map(
      packed.map(({ name, files }) => [name.replace("@vitrine/", ""), files.map(({ path }) => path).sort()]),
    );
    for (const [name, files] of Object.entries(FILES)) {
      expect(own.get(name), name).to.deep.equal(["README.md", ...files, "package.json"].sort());
    }
    for (const { name, filename } of packed) {
      const target = join(folder, "node_modules", name);
      await mkdir(target, { recursive: true });
      await run("tar", ["-xzf", join(folder, filename), "-C", target, "--strip-components", "1"]);
    }
    const names = `Object.keys({ ...(await import("@vitrine/client")), ...(await import("@vitrine/instantsearch")), ...(await import("@vitrine/medusa")) })`;
    const script = `console.log(JSON.stringify([${names}, typeof require("@vitrine/client").createClient]))`;
    const asModule = `import { createRequire } from "node:module"; const require = createRequire(import.meta.url); ${script}`;
    const used = await run(process.execPath, ["--no-warnings", "--input-type=module", "-e", asModule], { cwd: folder });
    const [exported, required] = JSON.parse(used.stdout) as [string[], string];
    expect(exported).to.include.members([
      "createClient",
      "signUserId",
      "VitrineError",
      "createInstantSearch",
      "createConnector",
    ]);
    expect(required).to.equal("function");
    const manifest = JSON.parse(
      await readFile(join(folder, "node_modules/@vitrine/client/package.json"), "utf8"),
    ) as object;
    expect(manifest).not.to.have.property("dependencies");
  });
});
