import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { versionOf } from "../../../../src/engine/migrations/compare.js";
import { type RenderedTemplate, type TemplateJson } from "../../../../src/engine/template-text.js";
import { readTemplates, TEMPLATES_FOLDER } from "../../../../src/engine/templates.js";

const RELEASES = fileURLToPath(new URL("../../../fixtures/releases/", import.meta.url));
/** Converts scalars of settings to text, as the engine returns them. */
const textual = (value: TemplateJson): TemplateJson =>
  typeof value === "object" && value !== null
    ? Array.isArray(value)
      ? value.map(textual)
      : Object.fromEntries(Object.entries(value).map(([name, member]) => [name, textual(member)]))
    : String(value);
const mappingsOf = (template: unknown) => (template as { mappings: Record<string, TemplateJson> }).mappings;
const withoutMeta = (mappings: Record<string, TemplateJson>) => textual({ ...mappings, _meta: null });

describe("versions of templates", () => {
  for (const release of readdirSync(RELEASES)) {
    it(`rise with every change since release ${release}`, async () => {
      const text = readFileSync(join(RELEASES, release, "templates.json"), "utf8");
      const before = JSON.parse(text) as { name: string; index_template: { template: unknown } }[];
      const options = { languages: ["english"], shards: 1 };
      const now: RenderedTemplate[] = await readTemplates("${prefix}", TEMPLATES_FOLDER, options);
      for (const { name, index_template } of before) {
        const later = now.find((one) => one.name === name);
        if (later === undefined) throw new Error(`the template ${name} is gone: what it made is migrated by nobody`);
        const [old, own] = [mappingsOf(index_template.template), mappingsOf(later.body.template)];
        const isChanged = JSON.stringify(withoutMeta(old)) !== JSON.stringify(withoutMeta(own));
        expect(versionOf(own).oldest, name).to.be.at.most(versionOf(own).version);
        const least = versionOf(old).version + (isChanged ? 1 : 0);
        expect(versionOf(own).version, `${name} is changed: raise its version`).to.be.at.least(least);
      }
    });
  }
});
