import { expect } from "chai";
import { facetTree, withParents, type TreeInput } from "../../../../src/search/facets/facet-plan.js";
import type { TreeValue } from "../../../../src/search/response-schema.js";

const COUNTS = new Map([
  ["Clothing", 5],
  ["Shoes", 2],
  ["Clothing: Knit", 3],
  ["Clothing: Coats", 3],
  ["Clothing: Polo", 1],
  ["Clothing: Knit: Wool", 3],
]);

const byCount: TreeInput["order"] = (a, b) => b.count - a.count || (a.value < b.value ? -1 : 1);
const treeOf = (given: Partial<TreeInput>) =>
  facetTree({ counts: COUNTS, selected: [], most: 10, order: byCount, ...given });

const node = (value: string, label: string, count: number, children: TreeValue[] = [], selected = false) => ({
  value,
  label,
  count,
  selected,
  children,
});

describe("a facet's tree", () => {
  it("a facet's tree places each value below its parent, and labels the value with the last level of its path", () => {
    expect(treeOf({})).to.deep.equal([
      node("Clothing", "Clothing", 5, [
        node("Clothing: Coats", "Coats", 3),
        node("Clothing: Knit", "Knit", 3, [node("Clothing: Knit: Wool", "Wool", 3)]),
        node("Clothing: Polo", "Polo", 1),
      ]),
      node("Shoes", "Shoes", 2),
    ]);
  });

  it("a facet's tree limits the values at each level, but always shows selected values and their ancestors", () => {
    expect(treeOf({ most: 1, selected: ["Clothing: Polo", "Clothing", "Home: Bed"] })).to.deep.equal([
      node(
        "Clothing",
        "Clothing",
        5,
        [
          node("Clothing: Knit", "Knit", 3, [node("Clothing: Knit: Wool", "Wool", 3)]),
          node("Clothing: Polo", "Polo", 1, [], true),
        ],
        true,
      ),
      node("Home", "Home", 0, [node("Home: Bed", "Bed", 0, [], true)]),
    ]);
  });

  it("a facet's tree sorts the values below the same parent", () => {
    const byName = treeOf({ order: (a, b) => (a.value > b.value ? -1 : 1) });
    expect(byName.map(({ label }) => label)).to.deep.equal(["Shoes", "Clothing"]);
    expect(byName[1]?.children.map(({ label }) => label)).to.deep.equal(["Polo", "Knit", "Coats"]);
  });

  it("the tree of a facet without values is empty", () => {
    expect(treeOf({ counts: new Map() })).to.deep.equal([]);
  });

  it("a facet's tree never treats an empty value as a parent", () => {
    expect(withParents("A: B: C")).to.deep.equal(["A: B: C", "A: B", "A"]);
    expect(withParents(": B")).to.deep.equal([": B"]);
    expect(withParents("A : B")).to.deep.equal(["A : B", "A"]);
  });
});
