import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { COMPOSE_FILE } from "../../../local-engine/checkout.js";
import { composeImage } from "../../../local-engine/compose-image.js";

describe("the image in a compose file", () => {
  it("the image belongs to the requested service", () => {
    const text = "services:\n  web:\n    build: .\n  opensearch:\n    image: registry.example:5000/opensearch:3.8.0\n";
    expect(composeImage(text, "opensearch")).to.equal("registry.example:5000/opensearch:3.8.0");
  });

  it("the image is OpenSearch 3 in this project's compose file", async () => {
    expect(composeImage(await readFile(COMPOSE_FILE, "utf8"), "opensearch")).to.match(
      /^opensearchproject\/opensearch:3\./,
    );
  });

  it("the image name contains the defaults of environment variables", () => {
    const text = 'services: { opensearch: { image: "${REPOSITORY-opensearch}:${VERSION:-3.8.0}" } }';
    expect(composeImage(text, "opensearch")).to.equal("opensearch:3.8.0");
  });

  it("throws an error if the compose file has no image for the service", () => {
    for (const text of [
      "",
      "services: {}",
      "services:\n  opensearch:\n",
      "services: { opensearch: { build: . } }",
      "services: { opensearch: { image: '' } }",
    ]) {
      expect(() => composeImage(text, "opensearch"), text).to.throw('the compose file has no image for "opensearch"');
    }
  });
});
