import { expect } from "chai";
import type { LeafTypes } from "../../../src/catalog/leaves.js";
import { shownLeaves, shownValues } from "../../../src/catalog/shown-leaves.js";
import { ALL_FIELDS } from "../../../src/filters/seen-fields.js";

describe("the leaves of a catalogue that pages see", () => {
  const leaves: LeafTypes = new Map([
    ["title", "string"],
    ["cost", "number"],
    ["supplier.iban", "string"],
  ]);
  const fields = { private: ["cost", "supplier"], public: null };

  it("are the catalogue's own map where nothing is hidden", () => {
    expect(shownLeaves(leaves, ALL_FIELDS)).to.equal(leaves);
    expect(shownValues(leaves, ALL_FIELDS)).to.equal(leaves);
  });

  it("are those that are not hidden, in one map for the same catalogue and fields", () => {
    const shown = shownLeaves(leaves, fields);
    expect([...shown]).to.deep.equal([["title", "string"]]);
    expect(shownLeaves(leaves, fields)).to.equal(shown);
    expect([...shownLeaves(leaves, { ...fields, private: ["supplier"] }).keys()]).to.deep.equal(["title", "cost"]);
    expect([...shownLeaves(new Map(leaves), fields)]).to.deep.equal([...shown]);
  });
});
