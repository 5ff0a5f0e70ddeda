import { expect } from "chai";
import { textHash } from "../../../../src/lib/text-hash.js";
import { listingPriorAt } from "../../../../src/personalization/listing-prior.js";
import { matchedText, namesOf } from "../../../support/hashes.js";
import { RED, listed, found, summaryOf, NOTHING, reader, facets, redFacet } from "./responses.js";
import { NOW, PERSONAL, planned } from "./planned.js";

const SECONDS = NOW / 1000;

describe("readMatches", () => {
  it("readMatches returns the base scores of a listing with rules", async () => {
    const rules = { at: NOW, half_life_days: 10, scores: [{ key: "up", points: 3, target: RED }] };
    const { matched } = await reader()(planned({}, { rules }), [listed(["b", "a"], [3, 0])]);
    expect(summaryOf(matched)).to.deep.equal({ ...NOTHING, total: 2, ids: ["b", "a"], bases: [3, 0], are_all: true });
  });

  it("readMatches returns the best matches of a search, and more matches for later pages", async () => {
    const read = reader();
    const hits = [[7.5, textHash("b")], [1.25, textHash("a")]] as const; // prettier-ignore
    const plan = planned({ query: "shirt" }, { whole: 2 });
    const { matched } = await read(plan, [found(9, hits)]);
    expect(summaryOf(matched)).to.deep.equal({
      ...NOTHING,
      total: 9,
      ids: ["b", "a"],
      bases: [7.5, 1.25],
      are_all: false,
    });
    const all = await reader()(plan, [found(2, hits)]);
    expect(all.matched.matches.are_all).to.equal(true);
    const further = await read(plan, [found(3, [...hits, [1, textHash("c")]])], { reach: 5 });
    expect((further.bodies[0] as { size: number }).size).to.equal(8);
    expect(namesOf(further.matched.matches.hashes)).to.deep.equal(["b", "a", "c"]);
    expect([(await read(plan, [], { reach: 8 })).calls, (await read(plan, [], { reach: 2 })).calls]).to.deep.equal([
      0, 0,
    ]);
  });

  it("readMatches excludes the static rank from the base scores of the first products of a large listing", async () => {
    const read = reader();
    const plan = planned({}, { whole: 2, personal: PERSONAL });
    const first = [[SECONDS, 5, "c"], [SECONDS - 1, 5, "a"]] as const; // prettier-ignore
    const { matched, bodies } = await read(plan, [
      { ...listed(["a", "b", "c"]), hits: { total: { value: 900 }, hits: [] } },
      found(0, first),
    ]);
    expect(bodies[1]).to.deep.equal({
      size: 2,
      track_total_hits: false,
      stored_fields: "_none_",
      query: { bool: { filter: [{ term: { active: true } }] } },
      sort: [{ prior: "desc" }, { created_at: "desc" }, { product_identifier: "asc" }],
    });
    expect(summaryOf(matched)).to.deep.equal({ ...NOTHING, total: 900, ids: ["c", "a"], bases: [], are_all: false });
    expect((await read(plan, [])).calls).to.equal(0);
    const few = await reader()(plan, [listed(["b", "a"])]);
    expect([few.calls, few.matched.matches.are_all, namesOf(few.matched.matches.hashes)]).to.deep.equal([
      1,
      true,
      ["b", "a"],
    ]);
    const scores = [{ key: "up", points: 3, target: RED }];
    const scored = planned({}, { whole: 2, rules: { at: NOW, half_life_days: 10, scores } });
    const hits = [[3 + listingPriorAt(SECONDS, NOW, 10), SECONDS, 5, "c"], [listingPriorAt(1, NOW, 10), 1, 5, "a"]] as const; // prettier-ignore
    const steered = await read(scored, [
      { ...listed(["a", "b"], [0, 0]), hits: { total: { value: 3 }, hits: [] } },
      found(0, hits),
    ]);
    expect(summaryOf(steered.matched)).to.deep.equal({
      ...NOTHING,
      total: 3,
      ids: ["c", "a"],
      bases: [3, 0],
      are_all: false,
    });
  });

  it("readMatches returns only the first products of a large listing, even if the shards return all products", async () => {
    const first = [[SECONDS, 5, "c"], [SECONDS - 1, 5, "a"]] as const; // prettier-ignore
    const { matched } = await reader()(planned({}, { whole: 2 }), [listed(["a", "b", "c"]), found(0, first)]);
    expect(summaryOf(matched)).to.deep.equal({ ...NOTHING, total: 3, ids: ["c", "a"], bases: [], are_all: false });
  });

  it("readMatches returns more products of a large listing for later pages, up to all products", async () => {
    const read = reader();
    const plan = planned({}, { whole: 2 });
    const response = { ...listed(["a", "b", "c"]), hits: { total: { value: 5 }, hits: [] } };
    const rows = (count: number) => Array.from({ length: count }, (_, at) => [SECONDS, 5, `p${at}`]);
    const sizes: unknown[] = [];
    for (const [reach, count] of [[0, 2], [3, 5]] as const) {
      const { matched, bodies } = await read(plan, [response, found(0, rows(count))], { reach });
      sizes.push([(bodies[1] as { size: number }).size, matched.matches.are_all]);
    } // prettier-ignore
    expect(sizes).to.deep.equal([[2, false], [8, true]]); // prettier-ignore
  });

  it("readMatches returns only the total for later pages of a field sort", async () => {
    const read = reader();
    const hits = [[5, "b"], ["Infinity", "a"]] as const; // prettier-ignore
    const { matched } = await read(planned({ sort: ["price_asc"], limit: 2 }), [found(9, hits)]);
    expect(summaryOf(matched)).to.deep.equal({ ...NOTHING, total: 9, ids: ["b", "a"], bases: [], are_all: false });
    const later = await read(planned({ sort: ["price_asc"], limit: 2, pagination: { page: 2 } }), [found(9, [])]);
    expect(summaryOf(later.matched)).to.deep.equal({ ...NOTHING, total: 9, ids: [], bases: [], are_all: false });
    const none = await reader()(planned({ limit: 0 }), [found(9, [])]);
    expect(summaryOf(none.matched)).to.deep.equal({ ...NOTHING, total: 9, ids: [], bases: [], are_all: true });
  });

  it("readMatches returns pinned products and candidates for reserved positions", async () => {
    const rules = {
      pins: ["a", "b", "c"].map((product, at) => ({ product, position: at + 1 })),
      reservations: [{ key: "red", position: 3, target: RED }],
    };
    const pinned = { buckets: { a: { doc_count: 1 }, b: { doc_count: 0 }, c: { doc_count: 1 } } };
    const reserved_0 = { doc_count: 2, like: { buckets: [{ key: "d" }, { key: "a" }] } };
    const positions = { pinned: ["a", "c"], reserved: [["d", "a"]] };
    const plain = await reader()(planned({}, { rules }), [listed(["a", "c", "d"], [], { pinned, reserved_0 })]);
    expect(summaryOf(plain.matched)).to.deep.equal({ ...NOTHING, ...positions, total: 3, ids: ["a", "c", "d"], bases: [], are_all: true }); // prettier-ignore
    const narrowed = planned({ facet_filters: { color: ["red"] }, ...facets("color") }, { rules });
    const inside = { doc_count: 1, in: { value: matchedText(["d"]) } };
    const within = {
      found: inside,
      pinned: { doc_count: 1, in: pinned },
      reserved_0: { doc_count: 1, in: reserved_0 },
    };
    const some = await reader()(narrowed, [listed(["d"], [], within)]);
    expect(summaryOf(some.matched)).to.deep.equal({ ...NOTHING, ...positions, total: 1, ids: ["d"], bases: [], are_all: true, facets: [redFacet(true)] }); // prettier-ignore
  });

  it("readMatches returns spelling corrections, and whether the corrected query has results", async () => {
    const suggest = { any: [], typed: [] };
    const asTyped = await reader()(planned({ query: "shirts" }), [found(0, [], {}, { suggest })]);
    expect(summaryOf(asTyped.matched)).to.deep.equal({
      ...NOTHING,
      suggested: suggest,
      total: 0,
      ids: [],
      bases: [],
      are_all: true,
    });
    const plan = planned({ query: "dres" }, { suggestion: "dress" });
    for (const [doc_count, is_suggested] of [[0, false], [1, true]] as const) {
      const { matched } = await reader()(plan, [found(0, [], { suggested: { doc_count } })]);
      expect(matched.matches.is_suggested).to.equal(is_suggested);
    } // prettier-ignore
  });
});
