import { expect } from "chai";
import {
  formatLater,
  formatImpact,
  warningLines,
  formatReduced,
  formatShare,
} from "../../../src/publishing/format-review.js";
import {
  changedRules,
  changeToken,
  isEverything,
  isLost,
  lossesOf,
  nameOf,
  recorded,
  reducedOf,
  scopesOf,
  transitionsOf,
  type AffectedListing,
  type Losses,
} from "../../../src/publishing/affected-listings.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import type { Experiment } from "../../../src/storefront/experiment.js";
import { completeRule } from "../../support/defaults.js";

const counted = (
  name: string,
  products: number,
  left: number,
  more: Partial<AffectedListing> = {},
): AffectedListing => ({
  name,
  filters: { categories: name },
  products,
  left,
  ...more,
});
const everything = (products: number, left: number, more: Partial<AffectedListing> = {}): AffectedListing => ({
  name: "the listing of all products",
  products,
  left,
  ...more,
});

describe("the impact of a draft on listings and searches", () => {
  for (const [what, one, lost] of [
    ["a listing that was already empty", { products: 0, left: 0 }, false],
    ["a listing that loses its only product", { products: 1, left: 0 }, true],
    ["a listing that keeps a tenth of its products", { products: 100, left: 10 }, false],
    ["a listing that keeps less than a tenth of its products", { products: 100, left: 9 }, true],
    ["a listing that was empty and gains products", { products: 0, left: 5 }, false],
    ["a listing that does not change", { products: 5, left: 5 }, false],
    ["a search that loses all products", { query: "a", products: 100, left: 0 }, true],
    ["a search that keeps one of a hundred products", { query: "a", products: 100, left: 1 }, false],
    ["a search that was already empty", { query: "a", products: 0, left: 0 }, false],
  ] as const) {
    it(`the impact of a draft ${lost ? "reports" : "does not report"} a loss of products for ${what}`, () => {
      expect(isLost(one)).to.equal(lost);
    });
  }

  it("the impact of a draft is null if no listing becomes empty or nearly empty", () => {
    expect(lossesOf([])).to.equal(null);
    expect(lossesOf([counted("A", 10, 9), everything(10, 9)])).to.equal(null);
  });

  it("the impact of a draft contains the hidden products if the draft hides more than a tenth of all products", () => {
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

  it("the impact of a draft lists the listings with the largest losses first", () => {
    const given = [counted("small", 2, 0), counted("kept", 9, 9), counted("large", 50, 0), counted("nearly", 50, 1)];
    const [small, , large, nearly] = given;
    expect(lossesOf(given)).to.deep.equal({ hidden: null, listings: [large, nearly, small] });
  });

  it("the impact of a draft lists a loss separately for the test variant if the original does not have the same loss", () => {
    const b = (loss: AffectedListing): AffectedListing => ({ ...loss, who: "b" });
    const shared = counted("shared", 5, 0);
    const own = b(counted("own", 9, 0));
    expect(lossesOf([shared, b({ ...shared, products: 4 }), own])).to.deep.equal({
      hidden: null,
      listings: [own, shared],
    });
    expect(lossesOf([everything(10, 9), b(everything(10, 1))])?.hidden).to.deep.equal({
      products: 9,
      of: 10,
      who: "b",
    });
    expect(lossesOf([everything(10, 8), b(everything(10, 1))])?.hidden).to.deep.equal({ products: 2, of: 10 });
    const both = [counted("kept", 5, 4), b(counted("kept", 5, 0))];
    expect(lossesOf(both)?.listings).to.deep.equal([both[1]]);
  });

  it("listings that lose some products but keep enough of them are reported as reduced, not as lost", () => {
    const given = [
      counted("lost", 50, 0),
      counted("one less", 5, 4),
      counted("more", 5, 6),
      counted("same", 5, 5),
      counted("half", 10, 5),
      everything(100, 90),
    ];
    const [, less, , , half, all] = given;
    expect(reducedOf(given)).to.deep.equal([all, half, less]);
    expect(reducedOf([everything(100, 80)])).to.deep.equal([]);
    const many = Array.from({ length: 31 }, (_, at) => counted(`c${at}`, 5, 4));
    expect(reducedOf(many)).to.deep.equal(many.slice(0, 30));
  });

  it("the stored impact of a draft contains the twenty largest losses and the number of all losses", () => {
    const listings = Array.from({ length: 21 }, (_, at) => counted(`c${at}`, 2, 0, { from: "x" }));
    const found = recorded({ hidden: { products: 42, of: 50, who: "b" }, listings });
    expect(found.listings).to.have.length(20);
    expect(found).to.deep.include({ hidden: { products: 42, of: 50 }, count: 21 });
    expect(found.listings[19]).to.deep.equal({ name: "c19", products: 2, left: 0 });
    expect(recorded({ hidden: null, listings: [] })).to.deep.equal({ hidden: null, listings: [], count: 0 });
  });

  it("a request without query and filters is recognized as the listing of all products", () => {
    expect([{}, { query: "a" }, { filters: {} }].map(isEverything)).to.deep.equal([true, false, false]);
  });

  describe("the formatter", () => {
    const men = counted("the category Men", 1_322, 0);
    const few = counted("the category Boys", 100, 9, { from: "2026-12-01T00:00:00.000Z" });
    const one = counted("the search “x”", 1, 0);
    const impact: Losses = {
      hidden: { products: 1_322, of: 6_610 },
      listings: [men, { ...few, who: "b" }, one],
    };

    it("the impact of a draft is formatted as one line per affected listing", () => {
      expect(warningLines(impact, (moment) => moment.slice(0, 10))).to.deep.equal([
        "1,322 of 6,610 (20 %) products would no longer be found",
        "the category Men would be empty (1,322 products now)",
        "the category Boys would keep 9 products (100 products now), from 2026-12-01 on, for devices that get the variant",
        "the search “x” would be empty (1 product now)",
      ]);
      expect(warningLines({ hidden: { products: 1, of: 2, from: "f", who: "b" }, listings: [] })).to.deep.equal([
        "1 of 2 (50 %) products would no longer be found, from f on, for devices that get the variant",
      ]);
    });

    it("the summary of a draft's impact describes the first five affected listings in one sentence", () => {
      const five = { hidden: null, listings: [one, one, one, one, one] };
      const text = "the search “x” would be empty (1 product now)";
      expect(formatImpact(five)).to.equal(Array(5).fill(text).join("; "));
      expect(formatImpact({ ...five, listings: [...five.listings, one, one] })).to.equal(
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
      it(`the share of lost products is formatted as “${text}”`, () => {
        expect(formatShare(part, of)).to.equal(text);
      });
    }

    it("the description of a reduced listing contains the number and the share of lost products", () => {
      expect(formatReduced(counted("the category Men", 1_322, 1_300))).to.equal(
        "the category Men would lose 22 of 1,322 (2 %) products",
      );
    });
  });
});

describe("transitionsOf and changeToken", () => {
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
    [
      "transitionsOf returns no transition if the configuration does not change",
      { configuration: A },
      { configuration: { ...A } },
      [],
    ],
    [
      "transitionsOf returns one transition for all devices if a configuration is published",
      { configuration: A },
      { configuration: B },
      [{ who: "everybody", before: A, after: B }],
    ],
    [
      "transitionsOf returns a transition for variant B if an experiment starts",
      { configuration: A },
      { configuration: A, experiment: running },
      [{ who: "b", before: A, after: B }],
    ],
    [
      "transitionsOf returns a transition for each variant if a configuration is published during an experiment",
      { configuration: A, experiment: running },
      { configuration: C, experiment: running },
      [
        { who: "everybody", before: A, after: C },
        { who: "b", before: B, after: BC },
      ],
    ],
    [
      "transitionsOf returns one transition for all other devices if variant B is published",
      { configuration: A, experiment: running },
      { configuration: B, experiment: ended },
      [{ who: "everybody", before: A, after: B }],
    ],
    [
      "transitionsOf returns a transition for variant B if the experiment keeps variant A",
      { configuration: A, experiment: running },
      { configuration: A, experiment: ended },
      [{ who: "b", before: B, after: A }],
    ],
    [
      "transitionsOf returns one transition for all devices if the experiment has already ended",
      { configuration: A, experiment: ended },
      { configuration: C, experiment: ended },
      [{ who: "everybody", before: A, after: C }],
    ],
  ] as const) {
    it(what, () => {
      expect(transitionsOf(before, after)).to.deep.equal(transitions);
    });
  }

  it("changeToken returns different tokens for different API clients and configurations", () => {
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

describe("formatLater", () => {
  it("formatLater states that a changed setting affects search only after the catalogue has been rebuilt", () => {
    expect(formatLater("language")).to.equal(
      "language: the change takes effect after an automatic rebuild of the catalogue",
    );
    expect(formatLater("fields")).to.equal(
      "fields: private fields are hidden immediately, and removed from searches and suggestions after the catalogue has been rebuilt",
    );
  });
});

const when = (scope: object, action: "hide" | "boost" = "hide") =>
  completeRule({ key: "r", action, products: ["p"], when: scope });

describe("scopesOf", () => {
  for (const [what, scope, requests] of [
    ["the listing of all products for a rule without conditions", {}, [{}]],
    ["a search for each query of a rule", { queries: ["a", "b"] }, [{ query: "a" }, { query: "b" }]],
    [
      "a search in each category of a rule",
      { queries: ["a"], categories: ["X", "X: Y"] },
      [
        { query: "a", filters: { categories: "X" } },
        { query: "a", filters: { categories: "X: Y" } },
      ],
    ],
    ["a listing for the filter of a rule", { filters: { on_sale: false } }, [{ filters: { on_sale: false } }]],
    [
      "a listing for the filter and the category of a rule",
      { categories: ["X"], filters: { on_sale: true } },
      [{ filters: { $and: [{ categories: "X" }, { on_sale: true }] } }],
    ],
  ] as const) {
    it(`returns ${what}`, () => {
      expect(scopesOf([when(scope)])).to.deep.equal({ scopes: requests, left_out: 0 });
    });
  }

  it("scopesOf returns no listings or searches for a rule that hides no product", () => {
    expect(scopesOf([when({ queries: ["a"] }, "boost")])).to.deep.equal({ scopes: [], left_out: 0 });
  });

  it("scopesOf limits the number of listings and searches per rule and in total, and reports how many were omitted", () => {
    const queries = Array.from({ length: 21 }, (_, at) => `q${at}`);
    const one = scopesOf([when({ queries })]);
    expect([one.scopes.length, one.scopes.at(-1), one.left_out]).to.deep.equal([20, { query: "q19" }, 1]);
    const many = Array.from({ length: 25 }, () => when({ queries: queries.slice(0, 20) }));
    expect([scopesOf(many).scopes.length, scopesOf(many).left_out]).to.deep.equal([500, 0]);
    const more = scopesOf([...many, when({ queries: ["last"] })]);
    expect([more.scopes.length, more.left_out]).to.deep.equal([500, 1]);
  });

  for (const [listing, name] of [
    [{}, "the listing of all products"],
    [{ filters: { categories: "Men" } }, "the category Men"],
    [{ filters: { designer: "Brio" } }, 'the listing of designer is "Brio"'],
    [{ query: "coat" }, "the search “coat”"],
    [{ query: "coat", filters: { categories: "Men" } }, "the category Men, the search “coat”"],
    [{ query: "coat", filters: { on_sale: false } }, "the search “coat”, on_sale is false"],
  ] as const) {
    it(`the display name of a listing or search is: ${name}`, () => {
      expect(nameOf(listing)).to.equal(name);
    });
  }
});

describe("changedRules", () => {
  it("changedRules returns every new or changed rule", () => {
    const rule = (key: string, product: string) => completeRule({ key, action: "hide", products: [product] });
    const before = [rule("same", "p"), rule("other", "p"), rule("gone", "p")];
    const after = [rule("other", "q"), rule("new", "p"), rule("same", "p")];
    expect(changedRules(before, after).map(({ key }) => key)).to.deep.equal(["other", "new"]);
  });
});
