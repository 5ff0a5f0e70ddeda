import { expect } from "chai";
import type { FieldType } from "../../../../src/catalog/fields.js";
import { describeFilter } from "../../../../src/filters/canonical-filter.js";
import type { Filter } from "../../../../src/filters/filter.js";
import { checkRules } from "../../../../src/search/rules/check-rules.js";
import type { RuleDocument } from "../../../../src/storefront/rules-configuration.js";
import { completeRule } from "../../../support/defaults.js";

const NOW = Date.parse("2026-11-27T12:00:00Z");
const fieldNames = new Map<string, FieldType>([
  ["product_identifier", "string"],
  ["categories", "string"],
  ["color", "string"],
]);

const ALL = () => true;
const some = (filters: readonly Filter[]) => Promise.resolve(filters.map(() => 1));

/** Checks rules and returns the warnings by rule key. By default, every rule matches one product. */
async function remarksOf(rules: readonly RuleDocument[], count = some) {
  const reports = await checkRules({ rules: rules.map(completeRule), aliases: {} }, fieldNames, NOW, ALL, count);
  return Object.fromEntries(reports.flatMap(({ key, warnings }) => (warnings.length === 0 ? [] : [[key, warnings]])));
}

const pin = (key: string, product: string, position: number, more: object = {}): RuleDocument => ({
  key,
  action: "pin",
  product,
  position,
  ...more,
});

describe("the rule check", () => {
  it("the rule check reports two rules that pin products to the same position for the same request", async () => {
    const tie = (query: string) => ({ when: { queries: [query] } });
    const shirts = { when: { categories: ["Men: Shirts"] } };
    const warnings = await remarksOf([
      pin("a", "p", 1),
      pin("b", "q", 1, shirts),
      pin("same product", "p", 1, shirts),
      pin("other position", "p", 2, tie("tie")),
      pin("other pages", "r", 2, tie("scarf")),
      pin("same pages", "s", 2, tie(" TIE ")),
      pin("ended", "t", 2, { ...tie("tie"), ends_at: "2026-11-27T12:00:00Z" }),
      pin("until", "u", 3, { ends_at: "2026-12-01T00:00:00Z" }),
      pin("afterwards", "v", 3, { starts_at: "2026-12-01T00:00:00Z" }),
      pin("meanwhile", "w", 3, { starts_at: "2026-11-30T00:00:00Z" }),
      { key: "boost", action: "boost", products: ["p"] },
    ]);
    const loses = (key: string, position: number) =>
      `rule \`${key}\` also names position ${position} and gets it first, so this rule gets another position`;
    const wins = (key: string, position: number) =>
      `rule \`${key}\` also names position ${position} and gets another position`;
    expect(warnings).to.deep.equal({
      a: [wins("b", 1)],
      b: [loses("a", 1), wins("same product", 1)],
      "same product": [loses("b", 1)],
      "other position": [wins("same pages", 2)],
      "same pages": [loses("other position", 2)],
      until: [wins("meanwhile", 3)],
      afterwards: [wins("meanwhile", 3)],
      meanwhile: [
        "rules `until`, `afterwards` also name position 3 and get it first, so this rule gets another position",
      ],
    });
  });

  it("the rule check reports conflicting rules only if their queries, categories or filters overlap", async () => {
    const when = (more: object) => ({ when: more });
    const warned = async (one: object, other: object) =>
      Object.keys(await remarksOf([pin("one", "p", 2, when(one)), pin("other", "q", 2, when(other))])).length === 2;
    expect(await warned({ categories: ["Men"] }, { categories: ["Men: Shirts"] })).to.equal(true);
    expect(await warned({ categories: ["Men: Ties"] }, { categories: ["Men: Shirts"] })).to.equal(false);
    expect(await warned({ queries: ["tie"], match: "contains" }, { queries: ["red tie"] })).to.equal(true);
    expect(await warned({ queries: ["t-shirt"] }, { queries: ["T shirt"] })).to.equal(true);
    expect(await warned({ queries: ["tie"] }, { queries: ["tie"], categories: ["Men"] })).to.equal(true);
    expect(await warned({ queries: ["tie"] }, { categories: ["Men"] })).to.equal(false);
    expect(await warned({}, { filters: { color: "Red" } })).to.equal(true);
    expect(await warned({ filters: { color: "Blue" } }, { filters: { color: "Red" } })).to.equal(false);
    expect(await warned({ requests: "searches" }, { requests: "listings" })).to.equal(false);
    expect(await warned({ requests: "searches" }, { requests: "searches" })).to.equal(true);
    expect(await warned({ requests: "searches" }, { queries: ["tie"] })).to.equal(true);
    expect(await warned({ requests: "searches" }, {})).to.equal(true);
    expect(await warned({ requests: "listings" }, { categories: ["Men"] })).to.equal(true);
  });

  it("the rule check reports a reserved position at which a second rule pins a product outside the reservation", async () => {
    const reserve: RuleDocument = { key: "red", action: "reserve", filters: { color: "Red" }, position: 2 };
    const rules = [reserve, pin("tie", "p", 2)];
    const counting = (shared: number) => (filters: readonly Filter[]) =>
      Promise.resolve(filters.map((one) => (/p" and color/u.test(describeFilter(one)) ? shared : 1)));
    expect(await remarksOf(rules, counting(0))).to.deep.equal({
      red: ["rule `tie` also names position 2 and gets it first, so this rule gets another position"],
      tie: ["rule `red` also names position 2 and gets another position"],
    });
    expect(await remarksOf(rules, counting(1))).to.deep.equal({});
  });

  it("the rule check compares a pin with the first hundred pins at its position, and names three of them", async () => {
    const day = (number: number) => new Date(NOW + number * 86_400_000).toISOString();
    const pins = Array.from({ length: 101 }, (_, at) => pin(`d${at}`, `p${at}`, 1, { starts_at: day(at), ends_at: day(at + 1) })); // prettier-ignore
    const during = (from: number, until: number) => pin("last", "q", 1, { starts_at: day(from), ends_at: day(until) });
    expect((await remarksOf([...pins, during(95, 100)]))["last"]).to.deep.equal([
      "rules `d95`, `d96`, `d97` and others also name position 1 and get it first, so this rule gets another position",
    ]);
    expect(await remarksOf([...pins, during(100, 101)])).to.deep.equal({});
  });

  it("the rule check reports rules that use private fields", async () => {
    const rules: RuleDocument[] = [
      { key: "margin", action: "boost", filters: { color: "Red", sizes: "M" } },
      { key: "size", action: "hide", products: ["p"], when: { filters: { sizes: "M" } } },
    ];
    const fields = { private: ["color"], public: null };
    const known = new Map([...fieldNames, ["sizes", "string"] as const]);
    const reports = await checkRules({ rules: rules.map(completeRule), aliases: {}, fields }, known, NOW, ALL, some);
    expect(reports.map(({ warnings }) => warnings)).to.deep.equal([
      ["uses the private field `color`; the order of listings can reveal its values"],
      [],
    ]);
  });

  it("the rule check reports rules that match no product, match only hidden products, or name a missing field", async () => {
    const rules: RuleDocument[] = [{ key: "a", action: "boost", filters: { colour: "Red" } }];
    const none = (filters: readonly Filter[]) => Promise.resolve(filters.map(() => 0));
    expect(await remarksOf(rules, none)).to.deep.equal({
      a: ["no product has the field `colour`", "the rule matches no active product"],
    });
    const red: RuleDocument = { key: "b", action: "boost", filters: { color: "Red" } };
    const away: RuleDocument = { key: "away", action: "hide", filters: { categories: "Men" } };
    const hidden = (filters: readonly Filter[]) =>
      Promise.resolve(filters.map((filter) => (describeFilter(filter).includes("not") ? 0 : 2)));
    expect(await remarksOf([red, away], hidden)).to.deep.equal({ b: ["all products that match the rule are hidden"] });
    const inSearches = { when: { requests: "searches" } } as const;
    const awayInSearches = { ...away, ...inSearches };
    expect(await remarksOf([red, awayInSearches], hidden)).to.deep.equal({});
    expect(await remarksOf([{ ...red, ...inSearches }, awayInSearches], hidden)).to.deep.equal({
      b: ["all products that match the rule are hidden"],
    });
  });

  it("the rule check counts the products within the scope of each rule, and counts rules with equal filters once", async () => {
    const rules: RuleDocument[] = [
      { key: "away", action: "hide", products: ["p", "q"] },
      { key: "blue", action: "hide", filters: { color: "Blue" } },
      { key: "men", action: "hide", filters: { color: "Green" }, when: { categories: ["Men"] } },
      { key: "later", action: "hide", filters: { color: "Red" }, starts_at: "2027-01-01T00:00:00Z" },
      pin("top", "p", 1, { when: { categories: ["Men: Shirts"] } }),
      { key: "red", action: "boost", filters: { color: "Red" } },
      { key: "over", action: "boost", filters: { color: "Red" }, ends_at: "2026-01-01T00:00:00Z" },
    ];
    const counted: string[] = [];
    const count = (filters: readonly Filter[]) => {
      counted.push(...filters.map(describeFilter));
      return some(filters);
    };
    const reports = await checkRules({ rules: rules.map(completeRule), aliases: {} }, fieldNames, NOW, ALL, count);
    expect(counted).to.deep.equal([
      'product_identifier is one of "p", "q"',
      'color is "Blue"',
      'color is "Green" and categories is "Men"',
      'color is "Red"',
      'product_identifier is "p" and categories is "Men: Shirts"',
      'product_identifier is "p" and categories is "Men: Shirts" and not (color is "Blue") and not (product_identifier is "p")',
      'color is "Red" and not (color is "Blue")',
    ]);
    const ended = reports.filter(({ hasEnded }) => hasEnded);
    expect(ended.map(({ key }) => key)).to.deep.equal(["over"]);
  });
});

describe("the description of a filter", () => {
  it("the description of a filter contains all conditions of the filter", () => {
    const within = { kind: "within", field: "price", min: 0, max: 5 } as const;
    expect(describeFilter({ kind: "and", filters: [] })).to.equal("everything");
    expect(describeFilter({ kind: "or", filters: [] })).to.equal("nothing");
    expect(describeFilter(within)).to.equal("price ≥ 0 and price ≤ 5");
    expect(describeFilter({ kind: "within", field: "price", max: 0 })).to.equal("price ≤ 0");
    const values = [1, 2, 3, 4, 5, 6, false, ""];
    expect(describeFilter({ kind: "in", field: "n", values })).to.equal("n is one of 1, 2, 3, 4, 5 and 3 more");
    expect(describeFilter({ kind: "in", field: "n", values: [] })).to.equal("n is one of the values of an empty list");
    expect(
      describeFilter({
        kind: "or",
        filters: [
          { kind: "not", filter: { kind: "missing", field: "a" } },
          { kind: "compare", field: "b", operator: "gt", value: "x" },
        ],
      }),
    ).to.equal('(not (a has no value) or b > "x")');
  });
});
