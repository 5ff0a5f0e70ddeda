import { expect } from "chai";
import {
  fieldFindings,
  FieldScan,
  type FieldTally,
  headersOf,
  tally,
} from "../../../../packages/import/convert/field-scan.js";
import { ImportReport } from "../../../../packages/import/src/import-report.js";
import type { Scalar } from "../../../../src/catalog/fields.js";
import { DEFAULT_CONFIGURATION, type StorefrontConfiguration } from "../../../../src/storefront/configuration.js";

const RANGE = { key: "w", label: "W", type: "range", field: "weight", selection_mode: "multi", collapsed: false, ranges: [] } as const; // prettier-ignore
const SORT = { key: "by_weight", label: "W", by: "field", field: "weight", order: "asc" } as const;

function findings(changes: Partial<StorefrontConfiguration>, values: Record<string, readonly Scalar[]> = {}) {
  const fields = new Map<string, FieldTally>();
  tally(fields, new Map(Object.entries(values)));
  const configuration = { ...DEFAULT_CONFIGURATION, facets: [], sort_keys: [], ...changes };
  return fieldFindings(configuration, fields);
}

describe("the problems with configured fields that an import reports", () => {
  it("an import reports no problems with configured fields if most values match the configuration", () => {
    expect(findings({ facets: [RANGE], field_types: { a: "date" } })).to.deep.equal([]);
    const declared = { facets: [RANGE], sort_keys: [SORT], field_types: { weight: "number" } } as const;
    expect(findings(declared, { weight: [1, "2", "x"] })).to.deep.equal([]);
  });

  it("an import reports a range facet whose field contains text instead of numbers", () => {
    const [found, ...others] = findings({ facets: [RANGE] }, { weight: ["a", "b", 1] });
    expect(found).to.include("facets.w: a range facet needs numbers, but `weight` is a text");
    expect(others).to.deep.equal([]);
    expect(findings({ facets: [RANGE], field_types: { weight: "number" } }, { weight: ["1"] })).to.deep.equal([]);
    expect(findings({ facets: [RANGE] }, {})).to.deep.equal([]);
  });

  it("an import reports a sort option whose field stores numbers as text", () => {
    const text = { sort_keys: [SORT], field_types: { weight: "string" } } as const;
    const [found] = findings(text, { weight: ["9", "10", "n/a"] });
    expect(found).to.include(
      'sort_keys.by_weight: `weight` is sorted as text, "10" before "9", although 2 of its 3 values are numbers',
    );
    expect(findings(text, { weight: ["9", "x", "y"] })).to.deep.equal([]);
  });

  it("an import reports a field whose values mostly differ from the configured type", () => {
    expect(findings({ field_types: { weight: "number" } }, { weight: [1, "x", "y"] })[0]).to.include(
      "weight: a number, but 2 of its 3 values have another type and cannot be used in filters",
    );
    expect(findings({ field_types: { weight: "date" } }, { weight: [1] })).to.have.length(1);
    expect(findings({ field_types: { weight: "string" } }, { weight: [1, 2] })).to.deep.equal([]);
  });
});

describe("the words outside product titles that are used for language detection", () => {
  it("the words for language detection include category levels, facet values, attribute names and column names", () => {
    const scan = new FieldScan();
    const lines: Record<string, readonly Scalar[]>[] = [
      { title: ["Topf"], designer: ["Nordlicht"], categories: ["Küche: Töpfe"], color: ["rot"], "attributes.höhe_cm": [12] },
      { title: ["Pfanne"], sizes: ["groß"], categories: ["Küche: Pfannen"], color: ["blau"], "attributes.griff": ["Holz"] },
    ];
    for (const line of lines) scan.observe(new Map(Object.entries(line).map(([field, values]) => [field, [...values]])));
    const { values, names } = scan.beside(["Preis_brutto", "produktName", "variants.price"]);
    expect([...values]).to.deep.equal(["Küche", "Töpfe", "Pfannen", "rot", "blau", "Holz"]);
    expect([...names]).to.deep.equal(["Preis brutto", "produkt Name", "variants price", "höhe cm", "griff"]);
  }); // prettier-ignore

  it("the words for language detection exclude fields with more than a hundred distinct values, except categories", () => {
    const scan = new FieldScan();
    for (let at = 0; at < 101; at += 1)
      scan.observe(new Map([["attributes.model", [`Modell ${at}`]], ["categories", [`Gruppe ${at}`]]])); // prettier-ignore
    const values = [...scan.beside().values];
    expect(values).to.deep.equal(Array.from({ length: 101 }, (_, at) => `Gruppe ${at}`));
  });

  it("the words for language detection include the column names of a file in an unrecognized format", () => {
    const report = new ImportReport("line");
    report.unused = ["Lagerort"];
    const mapping = { fields: { title: { from: ["Bezeichnung"], as: "text" }, price: { from: ["Preis", "UVP"], as: "number" } } } as const;
    expect(headersOf({ mapping, report })).to.deep.equal(["Bezeichnung", "Preis", "UVP", "Lagerort"]);
    expect(headersOf({ mapping: undefined, report })).to.deep.equal([]);
  }); // prettier-ignore
});
