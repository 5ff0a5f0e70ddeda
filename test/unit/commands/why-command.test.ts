import { expect } from "chai";
import { whyLines } from "../../../src/commands/why-command.js";
import type { Why } from "../../../src/search/explain/why.js";

const absent = (...reasons: Why["reasons"]): Why => ({ product_identifier: "polo", total: 3, place: null, reasons });

describe("vitrine why", () => {
  it("says what keeps a product away, of which variant and by what, and what would have to change", () => {
    const failure = { by: "filters", name: null, condition: "price ≤ 50", values: { price: [80] } } as const;
    const hidden = {
      by: "rule",
      name: "recall",
      condition: 'not (color is "Red")',
      values: { color: ["Red"] },
    } as const;
    const variants = [
      { variant_identifier: "polo-red", failures: [failure, hidden] },
      { variant_identifier: "polo-blue", failures: [{ ...failure, values: { price: [] } }] },
    ];
    expect(whyLines(absent({ code: "conditions", variants }))).to.deep.equal([
      "polo: not there",
      "  No active variant is like all that is asked:",
      "    variant    by           must hold             has",
      "    polo-red   filters      price ≤ 50            price: 80",
      '               rule recall  not (color is "Red")  color: "Red"',
      "    polo-blue  filters      price ≤ 50            price: nothing",
      "  To change it: for polo-blue, make price ≤ 50 hold.",
    ]);
  });

  it("says which words a product does not have", () => {
    expect(whyLines(absent({ code: "words", tier: "strict", missing: ["silk", "tie"] }))).to.deep.equal([
      "polo: not there",
      '  Products must have all of the words, and its texts do not have "silk", "tie".',
      "  To change it: put them into its texts, or make them synonyms of what it has.",
    ]);
  });

  it("says that there is no such product, or that it is inactive", () => {
    expect(whyLines(absent({ code: "unknown_product" }))[1]).to.equal("  The catalogue has no such product.");
    expect(whyLines(absent({ code: "inactive" }))[1]).to.equal("  The product is inactive.");
  });

  it("shows which signals give a product its place", () => {
    const place = {
      rank: 30,
      page: 2,
      engine_rank: 31,
      score: 5.5,
      pinned: null,
      signals: [
        { signal: "rule up", points: 2 },
        { signal: "prior", points: 3.5 },
      ],
      sorted_by: [
        { by: "_score", value: 5.5 },
        { by: "product_identifier", value: "polo" },
      ],
      first_page_needs: [6.25, "belt"],
    };
    const there: Why = { product_identifier: "polo", total: 90, place, reasons: [] };
    expect(whyLines(there)).to.deep.equal([
      "polo: rank 30 of 90, page 2",
      "  The engine has it at 31, before it is ranked for the shopper and others are pinned.",
      "  Its score is 5.5:",
      "    3.5000  prior",
      "    2.0000  rule up",
      "  The order goes by:",
      "    _score              5.5",
      '    product_identifier  "polo"',
      '  To be on the first page, come before _score 6.25, product_identifier "belt".',
    ]);
    expect(whyLines({ ...there, place: { ...place, rank: 1, page: 1, pinned: { rule: "first" } } })).to.deep.equal([
      "polo: rank 1 of 90, page 1",
      "  The rule first pins it there.",
    ]);
  });
});
