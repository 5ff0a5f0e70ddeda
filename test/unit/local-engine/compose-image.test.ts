import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { COMPOSE_FILE } from "../../../local-engine/checkout.js";
import { composeImage } from "../../../local-engine/compose-image.js";

describe("the image of a service in a Compose file", () => {
  it("composeImage returns the image of the requested service", () => {
    const text = "services:\n  web:\n    build: .\n  opensearch:\n    image: registry.example:5000/opensearch:3.8.0\n";
    expect(composeImage(text, "opensearch")).to.equal("registry.example:5000/opensearch:3.8.0");
  });

  it("composeImage returns an OpenSearch 3 image for the Compose file of this project", async () => {
    expect(composeImage(await readFile(COMPOSE_FILE, "utf8"), "opensearch")).to.match(
      /^opensearchproject\/opensearch:3\./,
    );
  });

  it("composeImage replaces environment variables in the image name with their default values", () => {
    const text = 'services: { opensearch: { image: "${REPOSITORY-opensearch}:${VERSION:-3.8.0}" } }';
    expect(composeImage(text, "opensearch")).to.equal("opensearch:3.8.0");
  });

  it("composeImage throws an error if the Compose file has no image for the service", () => {
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
