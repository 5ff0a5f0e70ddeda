import { expect } from "chai";
import fc from "fast-check";
import { unpackStrings, listAt } from "../../../../src/catalog/packed.js";
import type { LeafType } from "../../../../src/catalog/leaves.js";
import type { LiveCatalog } from "../../../../src/catalog/live.js";
import type { Hit } from "../../../../src/engine/search-documents.js";
import { EVERYTHING } from "../../../../src/filters/filter.js";
import { listingPriorAt } from "../../../../src/personalization/listing-prior.js";
import { explainScore, reachable, SIGNALS } from "../../../../src/personalization/signals/signals.js";
import type { Signal } from "../../../../src/personalization/signals/signal.js";
import { planSearch } from "../../../../src/search/listing/plan.js";
import {
  CANDIDATES,
  candidateOf,
  candidatesBytes,
  candidatesOf,
  rank,
  reachedFrom,
  roomIn,
  withEverybodys,
  type Candidates,
} from "../../../../src/search/listing/rank.js";
import { parseSearchRequest } from "../../../../src/search/listing/parse.js";
import type { Personal } from "../../../../src/search/listing/plan.js";
import { scoringOf, type Plan } from "../../../../src/search/listing/plan.js";
import type { Score } from "../../../../src/search/rules/rules-in-force.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";
import { DEFAULT_RANKING } from "../../../../src/storefront/taste-configuration.js";

const NOW = Date.parse("2026-06-01T00:00:00Z");
const SECONDS = NOW / 1000;
const DAY = 86_400;

const LIVE: LiveCatalog = {
  index: "shop",
  multi_variant: false,
  version: 1,
  edition: 1,
  leaves: new Map<string, LeafType>([["designer", "string"]]),
};

const PERSONAL: Personal = {
  taste: {
    at: NOW,
    tokens: [
      ["designer=GUCCI", 0.5],
      ["categories=Shoes", 0.25],
      ["product_identifier=p1", 0.125],
    ],
    prices: [[6, 0.125]],
    recent: [
      ["p1", 0.6],
      ["p2", 0.2],
    ],
    ignored: [],
    user: null,
  },
  weights: { ...DEFAULT_RANKING, affinity: 8, text_affinity: 2, co_visitation: 0.5 },
  half_life_days: 30,
  diversify_categories: false,
};

/** Without a clause in the engine, which cannot bring products by it. */
const LUCKY: Signal = { name: "lucky", weight: () => 3, score: ({ id }) => (id === "p3" ? 1 : 0) };

interface Asked {
  readonly query?: string;
  readonly personal?: Personal | null;
  readonly scores?: readonly Score[];
  readonly signals?: readonly Signal[];
  readonly catalog?: LiveCatalog;
}

function plannedOf({ query, personal = null, scores = [], signals, catalog = LIVE }: Asked): Plan {
  const body = { user: { device_id: "d" }, ...(query === undefined ? {} : { query }) };
  const request = parseSearchRequest(body, DEFAULT_CONFIGURATION, LIVE.leaves);
  const rules = { at: NOW, half_life_days: 10, shown: EVERYTHING, scores, pins: [] };
  const facts = { shards: 1, proposed: new Map() };
  const plan = planSearch(request, DEFAULT_CONFIGURATION, LIVE, facts, { rules, intent: null });
  return { ...plan, catalog, personal, signals };
}

interface Product {
  readonly id: string;
  readonly base: number;
  readonly prior: number;
  readonly created: number;
  readonly tokens: readonly string[];
  readonly viewed_with: readonly string[];
  readonly log_price?: number;
}

const hitOf = ({ id, prior, created, tokens, viewed_with, log_price }: Product): Hit<unknown> => ({
  _index: "shop",
  _id: "an internal one",
  _score: null,
  _source: undefined,
  sort: [prior, created, id],
  fields: {
    ...(tokens.length > 0 && { taste: tokens }),
    ...(viewed_with.length > 0 && { "learned.viewed_with": viewed_with }),
    ...(log_price !== undefined && { log_price: [log_price] }),
  },
});

const packed = (products: readonly Product[], plan: Plan, are_all = true): Candidates => {
  const bases = new Map(products.map(({ id, base }) => [id, base]));
  return candidatesOf(plan, products.map(hitOf), { are_all, brought: "in order" }, (hit) => bases.get(String(hit.sort?.at(-1))) ?? 0); // prettier-ignore
};

const products = fc.uniqueArray(
  fc.record(
    {
      id: fc.integer({ min: 1, max: 20 }).map((number) => `p${number}`),
      base: fc.constantFrom(0, 1, 2.5, 4),
      prior: fc.constantFrom(SECONDS - 60 * DAY, SECONDS, SECONDS + 30 * DAY),
      created: fc.constantFrom(1, 2),
      tokens: fc.subarray(["designer=GUCCI", "designer=PRADA", "categories=Shoes: Boots", "color=Red"]),
      viewed_with: fc.subarray(["p1", "p2", "p9"]),
      log_price: fc.constantFrom(5, 6, 6.5),
    },
    { requiredKeys: ["id", "base", "prior", "created", "tokens", "viewed_with"] },
  ),
  { selector: ({ id }) => id, maxLength: 20 },
) satisfies fc.Arbitrary<Product[]>;

interface Worth extends Product {
  readonly score: number;
}

/** Each product by itself, from what it has and not from what was packed. */
function worths(all: readonly Product[], plan: Plan, isReach = false): Worth[] {
  const scoring = scoringOf(plan);
  const by = isReach && scoring !== undefined ? reachable(scoring) : scoring;
  const isListing = plan.request.query === null;
  return all.map((one) => {
    const personal = by === undefined ? 0 : explainScore(by, one).reduce((sum, { points }) => sum + points, 0);
    const prior = isListing && plan.personal !== null ? listingPriorAt(one.prior, NOW, 30) : 0;
    const own = isListing ? one : { ...one, prior: 0, created: 0 };
    return { ...own, score: Math.round((one.base + prior + personal) * 1e6) / 1e6 };
  });
}

const sorted = (all: readonly Worth[]) =>
  [...all].sort((a, b) => b.score - a.score || b.prior - a.prior || b.created - a.created || (a.id < b.id ? -1 : 1));
const ids = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);
const shortened = fc.record({ size: fc.integer({ min: 1, max: 12 }), query: fc.constantFrom(undefined, "boots") });

describe("candidates", () => {
  const boot: Product = {
    id: "boot",
    base: 2,
    prior: 1_700_000_000,
    created: 1_600_000_000_000,
    tokens: ["designer=ACME", "categories=Shoes: Boots: Chelsea"],
    viewed_with: ["p1", "p2"],
    log_price: 5.5,
  };
  const plain: Product = { id: "plain", base: 0, prior: 1, created: 2, tokens: [], viewed_with: [] };

  it("of a listing hold what the engine brought of each product, in its order", () => {
    const all = packed([plain, boot], plannedOf({}), false);
    expect(unpackStrings(all.ids)).to.deep.equal(["plain", "boot"]);
    expect([...all.bases]).to.deep.equal([0, 2]);
    expect([...all.priors]).to.deep.equal([1, 1_700_000_000]);
    expect([...all.created]).to.deep.equal([2, 1_600_000_000_000]);
    expect([...all.log_prices]).to.deep.equal([NaN, 5.5]);
    expect([0, 1].map((at) => listAt(all.tokens, at))).to.deep.equal([
      [],
      ["designer=ACME", "categories=Shoes: Boots: Chelsea", "categories=Shoes", "categories=Shoes: Boots"],
    ]);
    expect([...all.own_tokens]).to.deep.equal([0, 2]);
    expect([0, 1].map((at) => listAt(all.viewed_with, at))).to.deep.equal([[], ["p1", "p2"]]);
    expect([...all.groups]).to.deep.equal([
      ["designer=ACME", 1],
      ["categories=Shoes", 1],
      ["categories=Shoes: Boots", 1],
      ["categories=Shoes: Boots: Chelsea", 1],
    ]);
    expect(all.are_all).to.equal(false);
  });

  it("of a search have no order but that of their scores, and of a hit without fields are nothing but a name", () => {
    const all = packed([boot], plannedOf({ query: "boots" }));
    expect([[...all.priors], [...all.created]]).to.deep.equal([[0], [0]]);
    const { sort: _, fields: __, ...bare } = hitOf(plain);
    const unsorted = candidatesOf(plannedOf({}), [{ ...bare, sort: ["x"] }], { are_all: true, brought: "in order" });
    expect([unpackStrings(unsorted.ids), [...unsorted.priors], [...unsorted.created], [...unsorted.bases]]).to.deep.equal([["x"], [-Infinity], [-Infinity], [0]]); // prettier-ignore
    expect([[...unsorted.log_prices], listAt(unsorted.viewed_with, 0), listAt(unsorted.tokens, 0)]).to.deep.equal([[NaN], [], []]); // prettier-ignore
  });

  it("have the points of the clauses that they matched, and what their text scored", () => {
    const score = (key: string, points: number): Score => ({ key, points, target: { kind: "in", field: "designer", values: [key] } }); // prettier-ignore
    const plan = plannedOf({ scores: [score("up", 3), score("down", -2)] });
    const basesOf = (one: Plan, ...matched: Hit<unknown>["matched_queries"][]) => {
      const hits = matched.map((names, at): Hit<unknown> => ({ ...hitOf({ ...plain, id: `p${at}` }), ...(names && { matched_queries: names }) })); // prettier-ignore
      return [...candidatesOf(one, hits, { are_all: true, brought: "in order" }).bases];
    };
    const named = ["rule up", "rule down", "unknown"];
    // The clause of a rule that lowers is matched by all that it is not about.
    expect(basesOf(plan, ["rule up"], ["rule down"], undefined, [], named)).to.deep.equal([3, 2, 0, 0, 3 + 2]);
    const scored = { "rule up": 999, text: 7.5, unknown: 4 };
    expect(basesOf(plan, scored, { text: 1 })).to.deep.equal([3 + 7.5, 1]);
  });

  it("that were brought by a shopper's reach are put into everybody's order again", () => {
    const older = { ...plain, id: "older", prior: 1 };
    const newer = { ...plain, id: "newer", prior: 5 };
    const later = { ...plain, id: "later", prior: 5, created: 3 };
    const twin = { ...plain, id: "a twin", prior: 5, created: 3 };
    const of = (plan: Plan, brought: "by reach" | "in order", ...given: readonly Product[]) => {
      const bases = new Map(given.map(({ id, base }) => [id, base]));
      const all = candidatesOf(plan, given.map(hitOf), { are_all: true, brought }, (hit) => bases.get(String(hit.sort?.at(-1))) ?? 0); // prettier-ignore
      return unpackStrings(all.ids);
    };
    const listing = plannedOf({ personal: PERSONAL });
    const best = { ...older, id: "best", base: 1 };
    const drawn = [older, later, newer, best, twin] as const;
    expect(of(listing, "in order", ...drawn)).to.deep.equal(ids(drawn));
    expect(of(listing, "by reach", ...drawn)).to.deep.equal(["best", "a twin", "later", "newer", "older"]);
    expect(of(listing, "by reach", ...[...drawn].reverse())).to.deep.equal(["best", "a twin", "later", "newer", "older"]); // prettier-ignore
    // With rules the prior is a score, to which their points are added: new ones stay above what is lifted a little.
    const target = EVERYTHING;
    const steered = plannedOf({ scores: [{ key: "r", points: 1, target }] });
    const fresh = { ...plain, id: "fresh", prior: SECONDS + 100 * DAY, base: 0 };
    const lifted = { ...plain, id: "lifted", prior: SECONDS - 900 * DAY, base: 1 };
    expect(of(steered, "by reach", lifted, fresh)).to.deep.equal(["fresh", "lifted"]);
    expect(of(listing, "by reach", lifted, fresh)).to.deep.equal(["lifted", "fresh"]);
  });

  it("as a single product are what signals go by", () => {
    expect(candidateOf(hitOf(boot))).to.deep.equal({
      id: "boot",
      tokens: boot.tokens,
      viewed_with: boot.viewed_with,
      log_price: 5.5,
    });
    expect(candidateOf(hitOf(plain))).to.deep.equal({ id: "plain", tokens: [], viewed_with: [] });
    const { fields: _, ...bare } = hitOf(plain);
    expect(candidateOf(bare)).to.deep.equal({ id: "plain", tokens: [], viewed_with: [] });
  });

  it("are cached by what they take, which grows with each product, token and group", () => {
    const none = packed([], plannedOf({}));
    const one = packed([plain], plannedOf({}));
    const large = packed([boot], plannedOf({}));
    expect(CANDIDATES.bytesOf(none)).to.equal(candidatesBytes(none));
    expect(candidatesBytes(none)).to.be.at.least(1_000);
    // Four numbers of eight bytes, the number of its tokens, and its name.
    expect(candidatesBytes(one) - candidatesBytes(none)).to.be.at.least(4 * 8 + 2 + "plain".length);
    expect(candidatesBytes(large) - candidatesBytes(one)).to.be.at.least(2 * 100 + boot.tokens.join("").length);
  });

  it("tell how much of a page a shopper's groups may take, by their share of the listing", () => {
    const other = { ...boot, id: "other", tokens: ["designer=OTHER"] };
    const plan = plannedOf({});
    const room = (all: readonly Product[], looked: readonly string[]) => roomIn(plan, packed(all, plan), { products: [looked] }); // prettier-ignore
    // (1 + 4 share) / 5 after one look.
    expect(room([boot, other, other, other], ["designer=ACME"])).to.deep.equal({ department: null, shares: [["designer=ACME", 0.4]] }); // prettier-ignore
    expect(room([], ["designer=ACME"]).shares).to.deep.equal([["designer=ACME", 0.2]]);
    const taxonomy = { kind_level: 2, departments: { field: "categories" } } as unknown as NonNullable<LiveCatalog["taxonomy"]>; // prettier-ignore
    const departed = plannedOf({ catalog: { ...LIVE, taxonomy } });
    expect(roomIn(departed, packed([boot], departed), { products: [] })).to.deep.equal({ department: "categories", shares: [] }); // prettier-ignore
    const { departments: _, ...kindsOnly } = taxonomy;
    const kinds = plannedOf({ catalog: { ...LIVE, taxonomy: kindsOnly as typeof taxonomy } });
    expect(roomIn(kinds, packed([], kinds), { products: [] })).to.deep.equal({ department: null, shares: [] }); // prettier-ignore
  });
});

describe("ranking candidates", () => {
  it("is a sort by the sum of base, prior and personal signals, and the first ones of everybody in the same order", () => {
    fc.assert(
      fc.property(products, shortened, fc.subarray(["p1", "p4", "p7"]), fc.boolean(), (all, { size, query }, gone, are_all) => {
        const plan = plannedOf({ ...(query === undefined ? {} : { query }), personal: PERSONAL });
        const excluded = new Set(gone);
        const { own, everybodys, ...told } = rank(packed(all, plan, are_all), plan, { size, excluded });
        const open = worths(all, plan).filter(({ id }) => !excluded.has(id));
        expect(own.map(({ id, score }) => ({ id, score }))).to.deep.equal(
          sorted(open).slice(0, size).map(({ id, score }) => ({ id, score })),
        );
        expect(ids(everybodys)).to.deep.equal(ids(sorted(open.slice(0, size))));
        expect(told).to.deep.equal({ are_all: are_all && open.length <= size });
      }),
    ); // prettier-ignore
  });

  it("leaves everybody's order to strangers", () => {
    fc.assert(
      fc.property(products, shortened, fc.boolean(), (all, { size, query }, are_all) => {
        const plan = plannedOf(query === undefined ? {} : { query });
        const { own, everybodys, ...told } = rank(packed(all, plan, are_all), plan, { size, excluded: new Set(["p2"]) });
        const open = all.filter(({ id }) => id !== "p2");
        expect([ids(own), ids(everybodys)]).to.deep.equal([ids(open.slice(0, size)), ids(open.slice(0, size))]);
        expect(told).to.deep.equal({ are_all: are_all && open.length <= size });
      }),
    ); // prettier-ignore
  });

  it("hands on what signals and placement read of each product", () => {
    const all: readonly Product[] = [
      { id: "p1", base: 1, prior: 3, created: 1, tokens: ["designer=GUCCI", "categories=Shoes: Boots"], viewed_with: ["p2"], log_price: 6 },
      { id: "p2", base: 0, prior: 2, created: 1, tokens: [], viewed_with: [] },
    ]; // prettier-ignore
    const plan = plannedOf({ personal: PERSONAL });
    const { own } = rank(packed(all, plan), plan, { size: 2 });
    expect(own.map(({ id, tokens, viewed_with, log_price }) => ({ id, tokens, viewed_with, log_price }))).to.deep.equal(
      all.map(({ id, tokens, viewed_with, log_price }) => ({ id, tokens, viewed_with, log_price })),
    );
  });

  it("appends to a shopper's own products those of everybody that are not among them", () => {
    const named = (...names: string[]) => names.map((id) => ({ id, tokens: [], viewed_with: [] }));
    expect(ids(withEverybodys(named("a", "b"), named("b", "c", "a", "d")))).to.deep.equal(["a", "b", "c", "d"]);
  });
});

describe("the first window of a known shopper's search, made from what is cached for everybody,", () => {
  it("is what the engine would bring, in everybody's order, or nothing where a product behind might be in it", () => {
    let made = 0;
    fc.assert(
      fc.property(products, fc.nat(20), fc.integer({ min: 1, max: 6 }), fc.boolean(), (drawn, cached, size, isKnown) => {
        const plan = plannedOf({ query: "boots", signals: [...SIGNALS, LUCKY], personal: isKnown ? PERSONAL : null });
        const all = [...drawn].sort((a, b) => b.base - a.base || (a.id < b.id ? -1 : 1));
        const pool = packed(all.slice(0, cached), plan, cached >= all.length);
        const reached = reachedFrom(pool, plan, size);
        if (reached === undefined) {
          expect(pool.are_all).to.equal(false);
          return;
        }
        made += 1;
        const engine = new Set(ids(sorted(worths(all, plan, true)).slice(0, size)));
        const wanted = all.filter(({ id }) => engine.has(id));
        const { groups, ...others } = packed(wanted, plan, pool.are_all && wanted.length === all.length);
        expect(reached).to.deep.equal({ groups: pool.groups, ...others });
        expect(groups.size).to.be.at.most(pool.groups.size);
      }),
    ); // prettier-ignore
    expect(made).to.be.greaterThan(20);
  });

  it("is made where the last of it is worth more than any product behind can be, and not where as much", () => {
    const of = (base: number, id: string, more: Partial<Product> = {}): Product => ({ id, base, prior: 0, created: 0, tokens: [], viewed_with: [], ...more }); // prettier-ignore
    const plan = plannedOf({ query: "boots", personal: PERSONAL });
    // Taste gives 2 · 0.5 and 2 · 0.25, and half of 2 for what is viewed with all recent products.
    const windowOf = (first: number) => {
      const reached = reachedFrom(packed([of(first, "a"), of(1, "b")], plan, false), plan, 1);
      return reached && unpackStrings(reached.ids);
    };
    const most = 1 + 2 * 0.5 + 2 * 0.25 + 0.5 * 2;
    expect(windowOf(most + 0.01)).to.deep.equal(["a"]);
    expect(windowOf(most)).to.equal(undefined);
    expect(reachedFrom(packed([], plan, true), plan, 3)?.are_all).to.equal(true);
    expect(reachedFrom(packed([of(9, "a")], plan, false), plan, 2)).to.equal(undefined);
  });
});
