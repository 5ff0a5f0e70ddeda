import { expect } from "chai";
import { fieldFindings, type FieldTally, tally } from "../../../../packages/import/command/field-survey.js";
import type { LeafType, Scalar } from "../../../../src/catalog/leaves.js";
import { DEFAULT_CONFIGURATION, type StorefrontConfiguration } from "../../../../src/storefront/configuration.js";

const RANGE = { key: "w", label: "W", type: "range", field: "weight", selection_mode: "multi", collapsed: false, ranges: [] } as const; // prettier-ignore
const SORT = { key: "by_weight", label: "W", by: "field", field: "weight", order: "asc" } as const;

function findings(
  changes: Partial<StorefrontConfiguration>,
  live: Record<string, LeafType> | undefined,
  values: Record<string, readonly Scalar[]> = {},
) {
  const fields = new Map<string, FieldTally>();
  tally(fields, new Map(Object.entries(values)));
  const configuration = { ...DEFAULT_CONFIGURATION, facets: [], sort_keys: [], ...changes };
  return fieldFindings(configuration, {
    values: fields,
    ...(live === undefined ? {} : { live: new Map(Object.entries(live)) }),
  });
}

describe("findings about a configuration's fields", () => {
  it("are none where no field is checked, and where all values fit", () => {
    expect(findings({ facets: [RANGE], field_types: { a: "date" } }, undefined)).to.deep.equal([]);
    expect(
      findings(
        { facets: [RANGE], sort_keys: [SORT], field_types: { weight: "number" } },
        { weight: "number" },
        { weight: [1, "2", "x"] },
      ),
    ).to.deep.equal([]);
  });

  it("list the declared types that apply when the catalogue has been rebuilt", () => {
    const found = findings(
      { field_types: { a: "number", b: "date", c: "boolean", d: "string" } },
      { a: "string", b: "date", "c.x": "string" },
    );
    expect(found.map((line) => line.split(" in the catalogue now; it becomes "))).to.deep.equal([
      ["field_types.a: a text", "a number when the catalogue has been rebuilt"],
      ["field_types.c: an object", "a boolean when the catalogue has been rebuilt"],
    ]);
  });

  it("list range facets of fields without numbers, by the type the field will have", () => {
    const [found] = findings({ facets: [RANGE] }, { weight: "string" });
    expect(found).to.include("facets.w: a range facet counts numbers, and `weight` is a text");
    expect(findings({ facets: [RANGE] }, undefined, { weight: ["a", "b", 1] })).to.have.length(1);
    expect(findings({ facets: [RANGE], field_types: { weight: "number" } }, { weight: "string" })).to.have.length(1);
    expect(findings({ facets: [RANGE] }, {})).to.deep.equal([]);
  });

  it("list sorts by numbers that are stored as text", () => {
    const [found] = findings({ sort_keys: [SORT] }, { weight: "string" }, { weight: ["9", "10", "n/a"] });
    expect(found).to.include(
      'sort_keys.by_weight: `weight` is ordered as text, "10" before "9", although 2 of its 3 values are numbers',
    );
    expect(findings({ sort_keys: [SORT] }, { weight: "string" }, { weight: ["9", "x"] })).to.deep.equal([]);
  });

  it("list fields whose values mostly have another type", () => {
    expect(findings({}, { weight: "number" }, { weight: [1, "x", "y"] })[0]).to.include(
      "weight: a number, but 2 of its 3 values do not fit and cannot be filtered on",
    );
    expect(findings({}, { weight: "string" }, { weight: [1, 2, "y"] })[0]).to.include(
      "weight: a text, although 2 of its 3 values are numbers",
    );
    expect(findings({ field_types: { weight: "date" } }, undefined, { weight: [1] })).to.have.length(1);
    expect(findings({ field_types: { weight: "string" } }, undefined, { weight: [1, 2] })).to.deep.equal([]);
  });
});
