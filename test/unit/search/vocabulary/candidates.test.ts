import { expect } from "chai";
import { collectNames, synonymCandidates } from "../../../../src/search/vocabulary/synonym-candidates.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";

const product = (title: string, type?: string) => ({
  product_identifier: "p",
  active: true,
  created_at: "",
  updated_at: "",
  source: [
    {
      variant_identifier: "v",
      active: true,
      digest: "",
      data: {
        product_identifier: "p",
        variant_identifier: "v",
        title,
        ...(type === undefined ? {} : { attributes: { type } }),
      },
    },
  ],
});
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

describe("names of a catalogue", () => {
  it("are pairs of words where titles and stated types imply each other", () => {
    const names = collectNames("last");
    for (const one of times(6, product("Red couch", "Sofa"))) names.observe(one);
    for (const one of times(4, product("Blue sofa", "Sofa"))) names.observe(one);
    for (const one of times(6, product("Gadget thing", "Device"))) names.observe(one);
    for (const one of times(60, product("Other contraption", "Device"))) names.observe(one);
    for (const one of times(4, product("Rare bench", "Seat"))) names.observe(one);
    expect(names.pairs()).to.deep.equal([
      { terms: ["contraption", "device"], products: 60 },
      { terms: ["couch", "sofa"], products: 6 },
    ]);
  });

  it("are pairs that titles join with a slash", () => {
    const names = collectNames("last");
    for (const one of times(5, product("Beamer / Projector 3000"))) names.observe(one);
    for (const one of times(9, product("Cable 1/2 m, w/o plug, and/or/not"))) names.observe(one);
    expect(names.pairs()).to.deep.equal([{ terms: ["beamer", "projector"], products: 5 }]);
  });
});

describe("candidates of synonyms", () => {
  const { language, search } = DEFAULT_CONFIGURATION;

  it("lead one way unless shoppers replace both ways, and exclude known ones", () => {
    const substitutions = [
      { from: "settee", to: "bench", shoppers: 4 },
      { from: "bench", to: "pew", shoppers: 3 },
      { from: "pew", to: "bench", shoppers: 5 },
      { from: "couch", to: "sofa", shoppers: 9 },
    ];
    const pairs = [
      { terms: ["beamer", "projector"], products: 7 },
      { terms: ["pew", "bench"], products: 8 },
      { terms: ["notebook", "laptop"], products: 9 },
    ] as const;
    expect(synonymCandidates(substitutions, pairs, { language, search })).to.deep.equal([
      { rule: { terms: ["settee"], to: ["bench"] }, shoppers: 4, products: 0 },
      { rule: { terms: ["bench", "pew"] }, shoppers: 8, products: 0 },
      { rule: { terms: ["beamer", "projector"] }, shoppers: 0, products: 7 },
    ]);
  });
});
