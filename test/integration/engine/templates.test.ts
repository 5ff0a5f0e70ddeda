import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { createIndex, deleteIndex, getMapping, listIndices } from "../../../src/engine/indices.js";
import {
  applyTemplates,
  ensureIndex,
  NewerDataError,
  prepareEngine,
  refuseUnusableData,
  TEMPLATES_FOLDER,
} from "../../../src/engine/templates.js";
import { LANGUAGE_NAMES } from "../../../src/languages/languages.js";
import { useEngine } from "../../support/engine.js";

interface Installed {
  index_templates: { name: string; index_template: { template: { settings: { index: Record<string, string> } } } }[];
}

describe("index templates in the engine", () => {
  const engineOf = useEngine();
  let folder = "";

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "templates-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const write = (file: string, json: object) => writeFile(join(folder, file), JSON.stringify(json));

  it("missing and changed index templates are installed in the engine", async () => {
    const { engine } = engineOf;
    const options = { languages: ["english", "french"], shards: 2 };
    await write("things.json", { index_patterns: ["${prefix}things"], template: { mappings: { dynamic: false } } });
    await write("texts.json", {
      index_patterns: ["${prefix}texts-${language}-*"],
      template: { settings: { index: { number_of_shards: "${shards}" } } },
    });
    const names = ["texts-english", "texts-french", "things"].map((name) => engine.prefix + name);
    expect(await applyTemplates(engine, folder, options)).to.deep.equal(names);
    expect(await applyTemplates(engine, folder, options)).to.deep.equal([]);

    const { index_templates } = await engine.call<Installed>("templates", {
      method: "GET",
      path: `/_index_template/${engine.prefix}texts-french`,
    });
    expect(index_templates[0]?.index_template.template.settings).to.deep.equal({ index: { number_of_shards: "2" } });

    await write("things.json", { index_patterns: ["${prefix}things"], template: { mappings: { dynamic: "strict" } } });
    expect(await applyTemplates(engine, folder, options)).to.deep.equal([names[2]]);
  });

  it("the index templates for all languages are accepted by the engine", async () => {
    const { engine } = engineOf;
    const options = { languages: LANGUAGE_NAMES, shards: 1 };
    const installed = await prepareEngine(engine, TEMPLATES_FOLDER, options);
    const catalogs = LANGUAGE_NAMES.map((language) => `${engine.prefix}catalog-${language}`);
    expect(installed).to.include.members([`${engine.prefix}clients`, ...catalogs]);
    expect(await listIndices(engine, `${engine.prefix}*`)).to.include(`${engine.prefix}clients`);
    expect(await prepareEngine(engine, TEMPLATES_FOLDER, options)).to.deep.equal([]);
  });

  it("new fields of an index template are added to existing indices", async () => {
    const { engine } = engineOf;
    const index = `${engine.prefix}notes`;
    const template = (fields: object, version = 1) => ({
      index_patterns: ["${prefix}notes"],
      template: { mappings: { dynamic: false, _meta: { version }, properties: fields } },
    });
    const prepare = () => prepareEngine(engine, notes, { languages: [], shards: 1 });
    const notes = await mkdtemp(join(tmpdir(), "templates-"));
    const put = (json: object) => writeFile(join(notes, "notes.json"), JSON.stringify(json));
    try {
      await put(template({ text: { type: "keyword" } }));
      await prepare();
      await put(template({ text: { type: "keyword" }, at: { type: "date" } }));
      await prepare();
      const fields = async () => (await getMapping<{ properties: object }>(engine, index))?.properties;
      expect(await fields()).to.deep.equal({ text: { type: "keyword" }, at: { type: "date" } });
      await put(template({ text: { type: "long" } }));
      const failure = await prepare().catch((error: unknown) => error);
      expect((failure as Error).message).to.include(`the index ${index} has field types that differ`);
      // Mappings of a newer release stay unchanged.
      await put(template({ text: { type: "keyword" }, more: { type: "keyword" } }, 2));
      await prepare();
      await put(template({ text: { type: "keyword" }, less: { type: "keyword" } }, 1));
      expect(await prepare()).to.deep.equal([]);
      expect(await fields()).to.have.all.keys("text", "at", "more");
    } finally {
      await rm(notes, { recursive: true });
    }
  });

  it("indices that were created by an incompatible newer release are rejected", async () => {
    const { engine } = engineOf;
    const things = await mkdtemp(join(tmpdir(), "templates-"));
    try {
      await writeFile(
        join(things, "parts.json"),
        JSON.stringify({ index_patterns: ["${prefix}parts"], template: { mappings: { _meta: { version: 3 } } } }),
      );
      const made = (oldest: number) => ({ mappings: { _meta: { version: 4, oldest } } });
      await createIndex(engine, `${engine.prefix}parts`, made(3));
      await refuseUnusableData(engine, things);
      await deleteIndex(engine, `${engine.prefix}parts`);
      await createIndex(engine, `${engine.prefix}parts`, made(4));
      const failure = await refuseUnusableData(engine, things).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(NewerDataError);
    } finally {
      await rm(things, { recursive: true });
      await deleteIndex(engine, `${engine.prefix}parts`);
    }
  });

  it("an index is created only once, even if many processes create it concurrently", async () => {
    const { engine } = engineOf;
    const index = `${engine.prefix}contested`;
    await Promise.all(Array.from({ length: 5 }, () => ensureIndex(engine, index)));
    expect(await listIndices(engine, index)).to.deep.equal([index]);
  });
});
