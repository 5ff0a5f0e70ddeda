import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { isPerLanguage, renderTemplate, type TemplateJson, TEMPLATES_FOLDER } from "../../../src/engine/templates.js";
import { analysisOf } from "../../../src/languages/analysis.js";
import { LANGUAGES } from "../../../src/languages/languages.js";

const VALUES = { prefix: "shop-", shards: 3, language: "german", analyzer: "german" };

describe("renderTemplate", () => {
  const template: TemplateJson = {
    index_patterns: ["${prefix}products-${language}-*"],
    template: {
      settings: { number_of_shards: "${shards}", refresh_interval: "30s", enabled: false, limit: 0 },
      mappings: { _meta: { language: "${language}" }, properties: { title: { analyzer: "${analyzer}" } } },
    },
  };

  it("index template rendering preserves the JSON types of inserted values", () => {
    const { name, body, hash } = renderTemplate("catalog", template, VALUES);
    expect(name).to.equal("shop-catalog-german");
    expect(hash).to.match(/^[0-9a-f]{16}$/);
    expect(body).to.deep.equal({
      index_patterns: ["shop-products-german-*"],
      template: {
        settings: { number_of_shards: 3, refresh_interval: "30s", enabled: false, limit: 0 },
        mappings: { _meta: { language: "german" }, properties: { title: { analyzer: "german" } } },
      },
      _meta: { hash },
    });
  });

  it("an index template without a language is named after its file", () => {
    const { name, body, hash } = renderTemplate("clients", { _meta: { owner: "me" } }, { prefix: "shop-", shards: 1 });
    expect([name, body]).to.deep.equal(["shop-clients", { _meta: { owner: "me", hash } }]);
  });

  it("the hash of an index template changes only if the template or an inserted value changes", () => {
    const hashes = [
      renderTemplate("catalog", template, VALUES),
      renderTemplate("catalog", template, { ...VALUES, shards: 2 }),
      renderTemplate("catalog", template, { ...VALUES, language: "dutch" }),
      renderTemplate("catalog", structuredClone(template), VALUES),
    ].map(({ hash }) => hash);
    expect(new Set(hashes).size).to.equal(3);
    expect(hashes[3]).to.equal(hashes[0]);
  });

  it("an index template with a placeholder that has no value is rejected", () => {
    expect(() => renderTemplate("x", { a: "${shard}" }, VALUES)).to.throw("placeholder ${shard} has no value");
    expect(() => renderTemplate("x", { a: "${language}" }, { prefix: "p", shards: 1 })).to.throw(
      "${language} has no value",
    );
    expect(() => renderTemplate("x", ["a"], VALUES)).to.throw("template x is not an object");
  });

  for (const file of readdirSync(TEMPLATES_FOLDER)) {
    it(`the index template ${file} is rendered without remaining placeholders`, () => {
      const json = JSON.parse(readFileSync(join(TEMPLATES_FOLDER, file), "utf8")) as TemplateJson;
      const { name, body } = renderTemplate(file.replace(".json", ""), json, {
        ...VALUES,
        ...analysisOf(LANGUAGES.german),
      });
      expect(JSON.stringify(body)).to.not.include("${");
      expect(name).to.equal(`shop-${file.replace(".json", "")}${isPerLanguage(json) ? "-german" : ""}`);
      for (const pattern of body.index_patterns as string[]) expect(pattern).to.match(/^shop-/);
    });
  }
});
