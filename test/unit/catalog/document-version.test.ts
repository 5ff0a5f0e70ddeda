import { readFileSync } from "node:fs";
import { expect } from "chai";
import { goldenDocuments } from "../../support/golden-documents.js";

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")) as unknown;

describe("the documents of products", () => {
  it("are those of the version that index-templates/catalog.json names", () => {
    const written = read("../../fixtures/documents.json") as { version: number; documents: unknown };
    const template = read("../../../index-templates/catalog.json") as {
      template: { mappings: { _meta: { version: number } } };
    };
    const { version } = template.template.mappings._meta;
    const help =
      "Documents are built otherwise than before. Raise `version` in index-templates/catalog.json, so that catalogues are " +
      "rebuilt, and then write the new documents down: npx tsx test/fixtures/write-documents.ts";
    expect(goldenDocuments(), help).to.deep.equal(written.documents);
    expect(written.version, help).to.equal(version);
  });
});
