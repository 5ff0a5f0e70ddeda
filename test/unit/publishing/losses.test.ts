import { expect } from "chai";
import {
  hidesInWords,
  lossesInWords,
  lossLines,
  shareInWords,
  laterInWords,
} from "../../../src/publishing/in-words.js";
import {
  askedKey,
  changeToken,
  isEverything,
  isLost,
  lossesOf,
  lossesTogether,
  recorded,
  transitionsOf,
  type Counted,
  type Losses,
} from "../../../src/publishing/losses.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import type { Experiment } from "../../../src/storefront/experiment.js";

const counted = (name: string, products: number, left: number, more: Partial<Counted> = {}): Counted => ({
  name,
  filters: { categories: name },
  opened: 0,
  products,
  left,
  ...more,
});
const everything = (products: number, left: number, more: object = {}): Counted => ({
  name: "the listing of everything",
  opened: 0,
  products,
  left,
  ...more,
});

describe("losses", () => {
  for (const [what, one, lost] of [
    ["an empty listing that was empty", { products: 0, left: 0 }, false],
    ["an empty listing that had a product", { products: 1, left: 0 }, true],
    ["a listing that keeps a tenth", { products: 100, left: 10 }, false],
    ["a listing that keeps less than a tenth", { products: 100, left: 9 }, true],
    ["a listing that grows from nothing", { products: 0, left: 5 }, false],
    ["a listing that stays", { products: 5, left: 5 }, false],
    ["a search that finds nothing any more", { query: "a", products: 100, left: 0 }, true],
    ["a search that still finds one product", { query: "a", products: 100, left: 1 }, false],
    ["a search that found nothing", { query: "a", products: 0, left: 0 }, false],
  ] as const) {
    it(`are ${lost ? "" : "not "}${what}`, () => {
      expect(isLost(one)).to.equal(lost);
    });
  }

  it("are none where nothing is lost", () => {
    expect(lossesOf([])).to.equal(null);
    expect(lossesOf([counted("A", 10, 9), everything(10, 9)])).to.equal(null);
  });

  it("are many products where these are more than a tenth of all", () => {
    expect(lossesOf([everything(1_000, 900)])).to.equal(null);
    expect(lossesOf([everything(1_000, 899)])).to.deep.equal({ hidden: { products: 101, of: 1_000 }, listings: [] });
    const from = "2026-12-01T00:00:00.000Z";
    expect(lossesOf([everything(10, 5, { from })])).to.deep.equal({
      hidden: { products: 5, of: 10, from },
      listings: [],
    });
    expect(lossesOf([everything(5, 10)])).to.equal(null);
    const all = everything(4, 0);
    expect(lossesOf([all])).to.deep.equal({ hidden: { products: 4, of: 4 }, listings: [all] });
  });

  it("are listed with the most opened first, then the largest", () => {
    const given = [
      counted("small", 2, 0),
      counted("kept", 9, 9, { opened: 99 }),
      counted("large", 50, 0),
      counted("opened", 1, 0, { opened: 7 }),
      counted("opened more", 3, 0, { opened: 8 }),
    ];
    const [small, , large, opened, openedMore] = given;
    expect(lossesOf(given)).to.deep.equal({ hidden: null, listings: [openedMore, opened, large, small] });
  });

  it("of the devices that get B are told apart only where nobody else has them", () => {
    const shared = counted("shared", 5, 0);
    const own = counted("own", 9, 0, { opened: 3 });
    const everybody: Losses = { hidden: null, listings: [shared] };
    const b: Losses = { hidden: { products: 9, of: 10 }, listings: [own, { ...shared, products: 4 }] };
    expect(lossesTogether(everybody, null)).to.equal(everybody);
    expect(lossesTogether(null, null)).to.equal(null);
    expect(lossesTogether(null, { hidden: null, listings: [own] })).to.deep.equal({
      hidden: null,
      listings: [{ ...own, who: "b" }],
    });
    expect(lossesTogether(everybody, b)).to.deep.equal({
      hidden: { products: 9, of: 10, who: "b" },
      listings: [{ ...own, who: "b" }, shared],
    });
    const alike = [counted("two", 2, 0), counted("three", 3, 0)] as const;
    expect(
      lossesTogether({ hidden: null, listings: [alike[0]] }, { hidden: null, listings: [alike[1]] }),
    ).to.deep.equal({
      hidden: null,
      listings: [{ ...alike[1], who: "b" }, alike[0]],
    });
    const many: Losses = { hidden: { products: 3, of: 10 }, listings: [] };
    expect(lossesTogether(many, b)?.hidden).to.deep.equal({ products: 3, of: 10 });
    const last = counted("last", 7, 0);
    expect(
      lossesTogether({ hidden: null, listings: [last] }, { hidden: null, listings: [shared] })?.listings,
    ).to.deep.equal([last, { ...shared, who: "b" }]);
  });

  it("are recorded by the twenty most opened and their number", () => {
    const listings = Array.from({ length: 21 }, (_, at) => counted(`c${at}`, 2, 0, { opened: 30 - at, from: "x" }));
    const found = recorded({ hidden: { products: 42, of: 50, who: "b" }, listings });
    expect(found.listings).to.have.length(20);
    expect(found).to.deep.include({ hidden: { products: 42, of: 50 }, count: 21 });
    expect(found.listings[19]).to.deep.equal({ name: "c19", products: 2, left: 0, opened: 11 });
    expect(recorded({ hidden: null, listings: [] })).to.deep.equal({ hidden: null, listings: [], count: 0 });
  });

  it("know the listing of everything, and one listing from another", () => {
    expect([{}, { query: "a" }, { filters: {} }, { facet_filters: {} }].map(isEverything)).to.deep.equal([
      true,
      false,
      false,
      false,
    ]);
    const keys = [{}, { query: "a" }, { filters: { a: "a" } }, { facet_filters: { a: "a" } }].map(askedKey);
    expect(new Set(keys).size).to.equal(4);
    expect(askedKey(counted("A", 1, 1))).to.equal(askedKey(counted("A", 2, 0, { name: "B", opened: 9 })));
  });

  describe("in words", () => {
    const men = counted("the category Men", 1_322, 0, { opened: 1_200 });
    const few = counted("the category Boys", 100, 9, { opened: 1, from: "2026-12-01T00:00:00.000Z" });
    const one = counted("the search “x”", 1, 0);
    const losses: Losses = {
      hidden: { products: 1_322, of: 6_610 },
      listings: [men, { ...few, who: "b" }, one],
    };

    it("are a line each", () => {
      expect(lossLines(losses, (moment) => moment.slice(0, 10))).to.deep.equal([
        "1,322 of 6,610 (20 %) products could not be found any more",
        "the category Men would be empty (1,322 products now, opened 1,200 times in 30 days)",
        "the category Boys would keep 9 of its products (100 products now, opened once in 30 days), from 2026-12-01 on, for the devices that get B",
        "the search “x” would be empty (1 product now)",
      ]);
      expect(lossLines({ hidden: { products: 1, of: 2, from: "f", who: "b" }, listings: [] })).to.deep.equal([
        "1 of 2 (50 %) products could not be found any more, from f on, for the devices that get B",
      ]);
    });

    it("are a sentence of the first five", () => {
      const five = { hidden: null, listings: [one, one, one, one, one] };
      const text = "the search “x” would be empty (1 product now)";
      expect(lossesInWords(five)).to.equal(Array(5).fill(text).join("; "));
      expect(lossesInWords({ ...five, listings: [...five.listings, one, one] })).to.equal(
        `${Array(5).fill(text).join("; ")}; and 2 more`,
      );
    });

    for (const [part, of, text] of [
      [0, 0, "0 of 0 (0 %)"],
      [0, 10, "0 of 10 (0 %)"],
      [1, 1_000, "1 of 1,000 (less than 1 %)"],
      [10, 1_000, "10 of 1,000 (1 %)"],
      [56, 1_322, "56 of 1,322 (4 %)"],
      [990, 1_000, "990 of 1,000 (99 %)"],
      [999, 1_000, "999 of 1,000 (more than 99 %)"],
      [1_000, 1_000, "1,000 of 1,000 (100 %)"],
    ] as const) {
      it(`are a share as in “${text}”`, () => {
        expect(shareInWords(part, of)).to.equal(text);
      });
    }

    it("say what a rule hides", () => {
      expect(hidesInWords({ key: "no-men", products: 1_322, of: 6_610 })).to.equal(
        "no-men hides 1,322 of 6,610 (20 %) products",
      );
    });
  });
});

describe("the devices that a change gives another configuration", () => {
  const A: ConfigurationDocument = { language: "english" };
  const B: ConfigurationDocument = { language: "english", default_sort: "featured" };
  const running: Experiment = {
    id: "e",
    name: "E",
    hypothesis: null,
    share: 1,
    split: 0.5,
    days: 7,
    holdout_share: 0.05,
    base: A,
    configuration: B,
    started_at: "2026-01-01T00:00:00.000Z",
    started_by: "Anna",
    ended_at: null,
    ended_by: null,
    outcome: null,
  };
  const ended: Experiment = { ...running, ended_at: "2026-01-02T00:00:00.000Z", outcome: "keep_a" };
  const C: ConfigurationDocument = { ...A, currency: "EUR" };
  const BC: ConfigurationDocument = { ...B, currency: "EUR" };

  for (const [what, before, after, transitions] of [
    ["are none where nothing changes", { configuration: A }, { configuration: { ...A } }, []],
    [
      "are all where it is published",
      { configuration: A },
      { configuration: B },
      [{ who: "everybody", before: A, after: B }],
    ],
    [
      "are those of B when an experiment begins",
      { configuration: A },
      { configuration: A, experiment: running },
      [{ who: "b", before: A, after: B }],
    ],
    [
      "are both groups, each with its own, when something is published while one runs",
      { configuration: A, experiment: running },
      { configuration: C, experiment: running },
      [
        { who: "everybody", before: A, after: C },
        { who: "b", before: B, after: BC },
      ],
    ],
    [
      "are all others when B is published",
      { configuration: A, experiment: running },
      { configuration: B, experiment: ended },
      [{ who: "everybody", before: A, after: B }],
    ],
    [
      "are those of B when A is kept",
      { configuration: A, experiment: running },
      { configuration: A, experiment: ended },
      [{ who: "b", before: B, after: A }],
    ],
    [
      "are all where the experiment has ended before",
      { configuration: A, experiment: ended },
      { configuration: C, experiment: ended },
      [{ who: "everybody", before: A, after: C }],
    ],
  ] as const) {
    it(what, () => {
      expect(transitionsOf(before, after)).to.deep.equal(transitions);
    });
  }

  it("have a name that differs with the client and with every document", () => {
    const token = (client: string, before: ConfigurationDocument, after: ConfigurationDocument) =>
      changeToken(client, [{ who: "everybody", before, after }]);
    const tokens = [
      token("shop", A, B),
      token("other", A, B),
      token("shop", A, C),
      token("shop", C, B),
      changeToken("shop", [{ who: "b", before: A, after: B }]),
    ];
    expect(new Set(tokens).size).to.equal(5);
    for (const one of tokens) expect(one).to.match(/^[0-9a-f]{12}$/);
    expect(token("shop", { ...A }, { ...B })).to.equal(tokens[0]);
  });
});

describe("what is said of a change that takes effect later", () => {
  it("says of private fields that requests follow at once", () => {
    expect(laterInWords("language")).to.equal("language: when the catalogue has been rebuilt, which starts by itself");
    expect(laterInWords("fields")).to.equal(
      "fields: in requests at once; in the words that are searched and suggested when the catalogue has been rebuilt",
    );
  });
});
