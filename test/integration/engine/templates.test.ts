import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { listIndices } from "../../../src/engine/indices.js";
import {
  applyTemplates,
  ensureIndex,
  prepareEngine,
  templateStatus,
  TEMPLATES_FOLDER,
} from "../../../src/engine/templates.js";
import { LANGUAGE_NAMES } from "../../../src/languages/languages.js";
import { useEngine } from "../../support/engine.js";

interface Installed {
  index_templates: { name: string; index_template: { template: { settings: { index: Record<string, string> } } } }[];
}

describe("templates on the engine", () => {
  const engineOf = useEngine();
  let folder = "";

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "templates-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const write = (file: string, json: object) => writeFile(join(folder, file), JSON.stringify(json));

  it("installs what is missing, then only what differs", async () => {
    const { engine } = engineOf;
    const options = { languages: ["english", "french"], shards: 2 };
    await write("things.json", { index_patterns: ["${prefix}things"], template: { mappings: { dynamic: false } } });
    await write("texts.json", {
      index_patterns: ["${prefix}texts-${language}-*"],
      template: { settings: { index: { number_of_shards: "${shards}" } } },
    });
    const names = ["texts-english", "texts-french", "things"].map((name) => engine.prefix + name);
    const states = async () => (await templateStatus(engine, folder, options)).map(({ name, state }) => [name, state]);

    expect(await states()).to.deep.equal(names.map((name) => [name, "missing"]));
    expect(await applyTemplates(engine, folder, options)).to.deep.equal(names);
    expect(await states()).to.deep.equal(names.map((name) => [name, "current"]));
    expect(await applyTemplates(engine, folder, options)).to.deep.equal([]);

    const { index_templates } = await engine.call<Installed>("templates", {
      method: "GET",
      path: `/_index_template/${engine.prefix}texts-french`,
    });
    expect(index_templates[0]?.index_template.template.settings).to.deep.equal({ index: { number_of_shards: "2" } });

    await write("things.json", { index_patterns: ["${prefix}things"], template: { mappings: { dynamic: "strict" } } });
    expect(await states()).to.deep.equal([
      [names[0], "current"],
      [names[1], "current"],
      [names[2], "differs"],
    ]);
    expect(await applyTemplates(engine, folder, options)).to.deep.equal([names[2]]);
  });

  it("accepts the service's own templates in every language, and makes the indices that are not made by jobs", async () => {
    const { engine } = engineOf;
    const options = { languages: LANGUAGE_NAMES, shards: 1 };
    const installed = await prepareEngine(engine, TEMPLATES_FOLDER, options);
    const catalogs = LANGUAGE_NAMES.map((language) => `${engine.prefix}catalog-${language}`);
    expect(installed).to.include.members([`${engine.prefix}clients`, ...catalogs]);
    expect(await listIndices(engine, `${engine.prefix}*`)).to.include(`${engine.prefix}clients`);
    expect(await prepareEngine(engine, TEMPLATES_FOLDER, options)).to.deep.equal([]);
  });

  it("creates an index once, however many processes try", async () => {
    const { engine } = engineOf;
    const index = `${engine.prefix}contested`;
    await Promise.all(Array.from({ length: 5 }, () => ensureIndex(engine, index)));
    expect(await listIndices(engine, index)).to.deep.equal([index]);
  });
});
