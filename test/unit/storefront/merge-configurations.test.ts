import { expect } from "chai";
import fc from "fast-check";
import { mergeConfigurations, type MergeConflict } from "../../../src/storefront/merge-configurations.js";
import { DEFAULT_PLACEMENTS } from "../../../src/storefront/default-items.js";

/** Small configuration documents, so that two of them often change the same settings. */
const rule = fc.record({ points: fc.integer({ min: 1, max: 3 }) }, { requiredKeys: [] });
const keyed = fc
  .uniqueArray(fc.constantFrom("a", "b", "c", "d"), { maxLength: 4 })
  .chain((keys) => fc.tuple(...keys.map((key) => rule.map((one) => ({ key, ...one })))));
const synonyms = fc
  .uniqueArray(fc.constantFrom("w", "x", "y", "z"), { maxLength: 4 })
  .map((words) => words.map((word) => ({ terms: [word, "other"] })));
const configuration = fc.record(
  {
    language: fc.constantFrom("english", "dutch", "german"),
    campaigns: keyed,
    rules: keyed,
    facets: keyed,
    search: fc.record({ phrase: fc.integer({ min: 0, max: 2 }), synonyms }, { requiredKeys: [] }),
    aliases: fc.dictionary(fc.constantFrom("one", "two", "__proto__", "constructor"), fc.constantFrom("x", "y")),
    taste: fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);

/** Converts a value to parsed JSON, because fast-check creates dictionaries without a prototype. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const json = configuration.map(asJson);

describe("merging configurations", () => {
  it("merging configurations keeps changes that one side or both sides made", () => {
    fc.assert(
      fc.property(json, json, (base, changed) => {
        const expected = { merged: changed, conflicts: [] };
        expect(mergeConfigurations(base, base, changed)).to.deep.equal(expected);
        expect(mergeConfigurations(base, changed, base)).to.deep.equal(expected);
        expect(mergeConfigurations(base, changed, changed)).to.deep.equal(expected);
      }),
    );
  });

  it("merging configurations finds the same conflicts if the two sides are swapped", () => {
    const swapped = ({ path, base, mine, theirs }: MergeConflict) => asJson({ path, base, mine: theirs, theirs: mine });
    const byPath = (one: MergeConflict, other: MergeConflict) => (one.path < other.path ? -1 : 1);
    fc.assert(
      fc.property(json, json, json, (base, mine, theirs) => {
        const [one, other] = [mergeConfigurations(base, mine, theirs), mergeConfigurations(base, theirs, mine)];
        expect([...one.conflicts].sort(byPath).map(asJson)).to.deep.equal(
          [...other.conflicts].sort(byPath).map(swapped),
        );
        if (one.conflicts.length === 0) expect(sorted(one.merged)).to.deep.equal(sorted(other.merged));
      }),
    );
  });

  it("merging configurations reports no conflict between changes of different rules", () => {
    const points = fc.integer({ min: 1, max: 20 });
    fc.assert(
      fc.property(points, points, fc.boolean(), (mine, theirs, removed) => {
        const rules = (a: number, b: readonly number[]) => ({
          rules: [{ key: "a", points: a }, ...b.map((one) => ({ key: "b", points: one }))],
        });
        const merged = mergeConfigurations(rules(1, [1]), rules(mine, [1]), rules(1, removed ? [] : [theirs]));
        expect(merged).to.deep.equal({ merged: rules(mine, removed ? [] : [theirs]), conflicts: [] });
      }),
    );
  });

  it("merging configurations reports no conflicts after a side is chosen for each conflict", () => {
    fc.assert(
      fc.property(json, json, json, fc.constantFrom("mine", "theirs"), (base, mine, theirs, side) => {
        const { conflicts } = mergeConfigurations(base, mine, theirs);
        const take = new Map(conflicts.map(({ path }) => [path, side] as const));
        expect(mergeConfigurations(base, mine, theirs, take).conflicts).to.deep.equal([]);
      }),
    );
  });

  const rules = (...keys: string[]) => ({ rules: keys.map((key) => ({ key })) });

  for (const [what, base, mine, theirs, merged] of [
    ["an order that one side changed, and an item that the other side added", "abc", "cab", "abxc", "cabx"],
    ["items that both sides added, each after its predecessor", "ab", "axb", "aby", "axby"],
    ["an order that one side changed, without an item that the other side removed", "abc", "cba", "ac", "ca"],
    ["an item that one side added at the beginning of the list", "ab", "xab", "ab", "xab"],
  ] as const) {
    it(`keeps ${what}`, () => {
      const [one, two, three, four] = [base, mine, theirs, merged].map((keys) => rules(...Array.from(keys)));
      expect(mergeConfigurations(one, two, three)).to.deep.equal({ merged: four, conflicts: [] });
    });
  }

  for (const [what, base, mine, theirs, conflicts] of [
    [
      "a rule that one side changed and the other removed",
      { rules: [{ key: "a", points: 1 }] },
      { rules: [{ key: "a", points: 2 }] },
      { rules: [] },
      [{ path: "rules[a]", base: { key: "a", points: 1 }, mine: { key: "a", points: 2 } }],
    ],
    [
      "an order that both sides changed",
      rules("a", "b", "c"),
      rules("b", "a", "c"),
      rules("a", "c", "b"),
      [{ path: "rules.order", base: ["a", "b", "c"], mine: ["b", "a", "c"], theirs: ["a", "c", "b"] }],
    ],
    [
      "a list without keys that both sides changed",
      { availability: { in_stock: [1, 2] } },
      { availability: { in_stock: [1] } },
      { availability: { in_stock: [1, 2, 3] } },
      [{ path: "availability.in_stock", base: [1, 2], mine: [1], theirs: [1, 2, 3] }],
    ],
    [
      "a list in which two items have the same key",
      { rules: [] },
      rules("a", "a"),
      rules("b"),
      [{ path: "rules", base: [], mine: rules("a", "a").rules, theirs: rules("b").rules }],
    ],
    [
      "a synonym that both sides changed",
      { search: { synonyms: [{ terms: ["a"] }] } },
      { search: { synonyms: [{ terms: ["a", "b"] }] } },
      { search: { synonyms: [{ terms: ["a", "c"] }] } },
      [
        {
          path: "search.synonyms",
          base: [{ terms: ["a"] }],
          mine: [{ terms: ["a", "b"] }],
          theirs: [{ terms: ["a", "c"] }],
        },
      ],
    ],
  ] as const) {
    it(`merging configurations reports a conflict for ${what}, and keeps the version of the first side`, () => {
      const result = mergeConfigurations(base, mine, theirs);
      expect(result.conflicts).to.deep.equal(conflicts);
      expect(mergeConfigurations(base, mine, theirs).merged).to.deep.equal(mine);
    });
  }

  for (const [what, base, mine, theirs, merged] of [
    [
      "a section that one side left out",
      { search: { phrase: 1 } },
      {},
      { search: { phrase: 1, heads: 2 } },
      { search: { heads: 2 } },
    ],
    ["a list that one side left out", rules("a"), {}, rules("a", "b"), rules("b")],
    ["a list that both sides left empty", rules("a"), {}, { rules: [] }, {}],
  ] as const) {
    it(`merging configurations treats ${what} like an empty section`, () => {
      expect(mergeConfigurations(base, mine, theirs)).to.deep.equal({ merged, conflicts: [] });
    });
  }

  it("merging configurations does not treat null as an empty section", () => {
    const [base, mine, theirs] = [
      { availability: { field: "a", b: 1 } },
      { availability: null },
      { availability: { field: "b", b: 1 } },
    ];
    expect(mergeConfigurations(base, mine, theirs).conflicts).to.deep.equal([
      { path: "availability", base: base.availability, mine: null, theirs: theirs.availability },
    ]);
  });

  it("merging configurations combines recommendation blocks that both sides added", () => {
    const { slots } = DEFAULT_PLACEMENTS.home;
    const [first, second, ...others] = slots as [(typeof slots)[0], ...typeof slots];
    const home = (...next: object[]) => ({ placements: { home: { slots: next } } });
    const renamed = { ...second, title: "Seen by you" };
    expect(mergeConfigurations({}, home(second!, ...others), home(...others, renamed, first))).to.deep.equal({
      merged: home(...others, renamed),
      conflicts: [],
    });
    const path = "placements.home.slots[recently_viewed].title";
    const conflict = { path, base: "You looked at", mine: "Seen by you", theirs: "Seen" };
    expect(
      mergeConfigurations({}, home(renamed, first), home({ ...second, title: "Seen" }, first)).conflicts,
    ).to.deep.equal([conflict]);
  });

  it("merging configurations combines different synonyms that both sides added", () => {
    const of = (...words: string[]) => ({ search: { synonyms: words.map((word) => ({ terms: [word, "z"] })) } });
    expect(mergeConfigurations(of("a"), of("a", "b"), of("c", "a"))).to.deep.equal({
      merged: of("c", "a", "b"),
      conflicts: [],
    });
  });
});

/** Sorts all lists of a value, because merged lists may have the order of either configuration. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => JSON.stringify(sorted(one))).sort();
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, sorted(member)]));
}
