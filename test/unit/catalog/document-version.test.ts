import { readFileSync } from "node:fs";
import { expect } from "chai";
import { catalogVersion } from "../../../src/engine/templates.js";
import { goldenDocuments } from "../../support/golden-documents.js";

const HELP =
  "Documents or templates of catalogues differ from those written down. Raise `version` in index-templates/catalog.json, so that catalogues " +
  "are rebuilt, and then write the new ones down: npx tsx test/fixtures/write-documents.ts";

describe("product documents and catalogue templates", () => {
  it("product documents and index templates match the fixture that was recorded for the current template version", async () => {
    const written = JSON.parse(
      readFileSync(new URL("../../fixtures/documents.json", import.meta.url), "utf8"),
    ) as unknown;
    expect({ version: await catalogVersion(), ...(await goldenDocuments()) }, HELP).to.deep.equal(written);
  });
});
