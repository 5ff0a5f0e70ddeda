import { expect } from "chai";
import { inWords, formatMoved } from "../../../console/pages/listings/format-explanation.js";
import type { ExplainedItem } from "../../../src/search/explain/explanation.js";

type Engine = NonNullable<ExplainedItem["engine"]>;

const item = { type: "product", product_identifier: "1", variant_identifier: "1a" } as const;

function explained(engine: Partial<Engine> | null, more: Partial<ExplainedItem> = {}): ExplainedItem {
  const complete = engine && { rank: 1, score: 1, signals: [], sorted_by: [{ by: "_score", value: 1 }], ...engine };
  return { rank: 1, item, engine: complete, rerank: null, pinned: null, ...more };
}

const points = (signals: Readonly<Record<string, number>>) =>
  Object.entries(signals).map(([signal, given]) => ({ signal, points: given }));

describe("the explanation of a position", () => {
  it("is only the pin if the product is pinned", () => {
    const pinned = { rule: "summer", position: 3 };
    expect(inWords(explained({ signals: points({ prior: 1 }) }, { pinned }))).to.deep.equal([
      "The rule “summer” pins it to place 3.",
    ]);
    expect(inWords(explained(null, { pinned }))).to.have.length(1);
  });

  it("is popularity if there are no other reasons", () => {
    expect(inWords(explained({ signals: points({ stock: 128 }) }))).to.deep.equal([
      "Popular and new products come first.",
    ]);
  });

  it("names rules, words, shoppers' choices and this shopper's taste, strongest first, without signals of zero points", () => {
    const signals = points({
      "text words": 7,
      "text kind 1": 8,
      "intent Shoes: Boots": 2,
      "rule early": -3,
      "taste color=Red": 1,
      "taste designer=FERNWICK": 3,
      "taste product_identifier=1": 1,
      "taste price": 1,
      "taste color=Blue": 0,
    });
    expect(inWords(explained({ signals }))).to.deep.equal([
      "The rule “early” lowers it.",
      "It is what the words ask for.",
      "Shoppers who search for this choose from Shoes: Boots.",
      "This shopper likes FERNWICK, Red.",
      "This shopper has looked at it before.",
      "It costs about what this shopper looks at.",
    ]);
  });

  it("names the sort field, and reports a missing value", () => {
    const by = (value: unknown) => [
      { by: "variants.data.price", value },
      { by: "product_identifier", value: "1" },
    ];
    expect(inWords(explained({ score: null, sorted_by: by(0) }))).to.deep.equal(["The order goes by price: 0."]);
    expect(inWords(explained({ score: null, sorted_by: by(null) }))).to.deep.equal([
      "The order goes by price: no value.",
    ]);
  });

  it("names products that shoppers viewed together", () => {
    const signals = [
      { signal: "prior", points: 1 },
      { signal: "co_visitation", points: 2 },
    ];
    expect(inWords(explained({ signals }))).to.deep.equal([
      "Shoppers who looked at the same products looked at it, too.",
    ]);
  });

  it("describes reranking", () => {
    const rerank = {
      score: 1,
      signals: [
        { signal: "engine_rank", score: 1 },
        { signal: "fatigue", score: -0.1 },
        { signal: "category_diversity", score: -0.1 },
      ],
      limited_by: ["designer=A=B", "categories=Shoes"],
    } as const;
    expect(
      inWords(
        explained({}, { rerank: { ...rerank, signals: [...rerank.signals], limited_by: [...rerank.limited_by] } }),
      ),
    ).to.deep.equal([
      "It was shown often and met no interest, so it comes later.",
      "There is enough of its category further up.",
      "Held back: the page had no room for more of A=B, Shoes.",
    ]);
  });

  it("describes the distance to the unpersonalized position", () => {
    expect([formatMoved(3, 3), formatMoved(3, 4), formatMoved(4, 1), formatMoved(4, undefined)]).to.deep.equal([
      "",
      "▲ 1 place",
      "▼ 3 places",
      "not on everybody’s first page",
    ]);
  });
});
