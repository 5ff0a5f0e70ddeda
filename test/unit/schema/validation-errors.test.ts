import { expect } from "chai";
import { nearestName } from "../../../src/schema/validation-errors.js";

const KNOWN = ["limit", "sort", "filters", "facet_filters", "facets", "user", "query", "pagination"];

describe("nearestName", () => {
  for (const [written, meant] of [
    ["limti", "limit"],
    ["LIMIT", "limit"],
    ["facetFilters", "facet_filters"],
    ["facet-filters", "facet_filters"],
    ["filter", "filters"],
    ["usr", "user"],
    ["paginaton", "pagination"],
  ] as const) {
    it(`nearestName suggests ${meant} for ${written}`, () => {
      expect(nearestName(written, KNOWN)).to.equal(meant);
    });
  }

  for (const written of ["colour", "__proto__", "constructor", "x", "", "limit".repeat(100)]) {
    it(`nearestName returns undefined for ${JSON.stringify(written.slice(0, 20))}`, () => {
      expect(nearestName(written, KNOWN)).to.equal(undefined);
    });
  }

  it("nearestName returns undefined if there are no known names", () => {
    expect(nearestName("limit", [])).to.equal(undefined);
  });
});
