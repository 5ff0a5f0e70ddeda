import { expect } from "chai";
import { phrasesOfTitle } from "../../../src/catalog/phrases.js";

const phrases = (title: string, brand?: string, position: "first" | "last" = "last") =>
  phrasesOfTitle(title, brand, new Set(["pink"]), position);

describe("phrases of a title", () => {
  it("are head nouns with the words that qualify them", () => {
    expect(phrases("Kingston Micro SD Card, 8GB", "Kingston")).to.deep.equal(["card", "sd card", "micro sd card"]);
    expect(phrases("Linen shirt")).to.deep.equal(["shirt", "linen shirt"]);
    expect(phrases("Housse ordinateur portable pour Acme", undefined, "first")).to.deep.equal([
      "housse",
      "housse ordinateur",
      "housse ordinateur portable",
    ]);
  });

  it("come from the first names only, not from what the product goes with", () => {
    expect(phrases("Pavilion dv7 Notebook 17 inch")).to.deep.equal(["pavilion", "notebook"]);
    expect(phrases("Battery for notebook")).to.deep.equal(["battery"]);
    expect(phrases("Pink 8GB")).to.deep.equal([]);
  });

  it("contain no words that are too long to be typed", () => {
    expect(phrases(`${"x".repeat(70)} shirt`)).to.deep.equal(["shirt"]);
  });
});
