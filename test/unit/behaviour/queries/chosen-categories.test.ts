import { expect } from "chai";
import fc from "fast-check";
import {
  fadedChoices,
  intentOf,
  NOTHING_CHOSEN,
  withChoice,
  type ChosenCategories,
} from "../../../../src/behaviour/queries/chosen-categories.js";

const POLO = "Clothing: Shirts: Polo";
const OXFORD = "Clothing: Shirts: Oxford";

/** Each choice by another shopper. */
const chosen = (...choices: readonly (readonly string[])[]): ChosenCategories =>
  choices.reduce((before, categories, at) => withChoice(before, { shopper: `s${at}`, categories }, 1), NOTHING_CHOSEN);
const times = (count: number, category: string) => Array.from({ length: count }, () => [category]);

describe("categories chosen after a query", () => {
  it("count each choice once in its category and all above it", () => {
    expect(chosen([POLO, OXFORD], ["Shoes"], [])).to.deep.equal({
      shoppers: ["s0", "s1"],
      choices: 2,
      levels: [
        { category: "Clothing", choices: 1 },
        { category: "Clothing: Shirts", choices: 1 },
        { category: OXFORD, choices: 1 },
        { category: POLO, choices: 1 },
        { category: "Shoes", choices: 1 },
      ],
    });
  });

  it("decay, so that a choice of today counts more", () => {
    const later = withChoice(fadedChoices(chosen([POLO]), 0.5), { shopper: "s9", categories: ["Shoes"] }, 1);
    expect([later.choices, later.levels[0], later.shoppers]).to.deep.equal([
      1.5,
      { category: "Shoes", choices: 1 },
      ["s0", "s9"],
    ]);
  });

  it("stay few, whatever categories there are", () => {
    const many = Array.from({ length: 500 }, (_, at) => [`Level: ${at}`, "__proto__", "x".repeat(101)]);
    const { levels, shoppers } = chosen(...many);
    expect([levels.length <= 16, shoppers.length]).to.deep.equal([true, 10]);
    expect(levels.slice(0, 2).map(({ category }) => category)).to.deep.equal(["Level", "__proto__"]);
  });
});

describe("the intent of a query", () => {
  it("is the deepest category that holds most choices beyond doubt", () => {
    expect(intentOf(chosen(...times(3, POLO)), 3, 0.5)).to.equal(POLO);
    expect(intentOf(chosen(...times(4, POLO), ...times(4, OXFORD)), 3, 0.5)).to.equal("Clothing: Shirts");
    expect(intentOf(chosen(...times(5, POLO), ...times(5, "Shoes")), 3, 0.5)).to.equal(undefined);
  });

  it("needs more than a few choices, and more than two shoppers", () => {
    expect(intentOf(NOTHING_CHOSEN, 2, 0.3)).to.equal(undefined);
    expect(intentOf(chosen(...times(2, POLO)), 2, 0.5)).to.equal(undefined);
    const ofTwo = Array.from({ length: 50 }, (_, at) => ({ shopper: `s${at % 2}`, categories: [POLO] })).reduce(
      (before, choice) => withChoice(before, choice, 1),
      NOTHING_CHOSEN,
    );
    expect(intentOf(ofTwo, 3, 0.5)).to.equal(undefined);
    expect(intentOf(ofTwo, 2, 0.5)).to.equal(POLO);
  });

  it("has at least the configured share of choices", () => {
    const category = fc.constantFrom(POLO, OXFORD, "Shoes", "Clothing: Hats");
    fc.assert(
      fc.property(fc.array(fc.array(category, { minLength: 1, maxLength: 3 }), { maxLength: 40 }), (choices) => {
        const intent = intentOf(chosen(...choices), 2, 0.5);
        if (intent === undefined) return;
        const own = choices.filter((some) => some.some((one) => one === intent || one.startsWith(`${intent}: `)));
        expect(own.length / choices.length).to.be.at.least(0.5);
      }),
    );
  });
});
