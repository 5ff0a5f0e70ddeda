import { expect } from "chai";
import fc from "fast-check";
import type { Candidate } from "../../../../src/personalization/candidate.js";
import { rerank, type RerankInput } from "../../../../src/personalization/reranking/rerank.js";
import {
  groupReader,
  quotaFor,
  type ProductTypes,
  type Quota,
} from "../../../../src/personalization/reranking/quota.js";

const SNAPSHOT = { ignored: [] };
const OFF = { fatigue: 0, category_diversity: 0 };
const candidate = (id: string, ...tokens: string[]): Candidate => ({ id, tokens });
const input = (quota: Quota, page: number) => ({
  snapshot: SNAPSHOT,
  weights: OFF,
  diversify_categories: false,
  quota: { ...quota, page },
});
const KINDS = { department: null };
const CHELSEA = "categories=Shoes: Boots: Chelsea Boots";
const BOOT = ["designer=ACME", CHELSEA, "color=Black"];
const BOOT_GROUPS = ["designer=ACME", "categories=Shoes", "categories=Shoes: Boots", CHELSEA];

const orderOf = (window: readonly Candidate[], how: RerankInput) => rerank(window, how).map(({ id }) => id);
const groupsOf = (tokens: readonly string[], productTypes: ProductTypes) => groupReader(productTypes)(tokens);

describe("the quota of a product group on a page", () => {
  it("the quotas of a page limit the share of brands, of categories at every level, and of price ranges", () => {
    expect(groupsOf(BOOT, KINDS)).to.deep.equal(BOOT_GROUPS);
    expect(groupsOf(BOOT, { department: "color" })).to.deep.equal([...BOOT_GROUPS, "color=Black"]);
    const priced = (...bands: readonly number[]) => bands.map((band) => `price_band=${band}`);
    expect(groupsOf(priced(-1, 0, 6, 7), KINDS)).to.deep.equal(["price_level=-1", "price_level=0", "price_level=3"]);
    expect(groupsOf(["categories=Bags", "categories=Bags: Totes"], KINDS)).to.deep.equal(["categories=Bags", "categories=Bags: Totes"]); // prettier-ignore
  });

  it("the quota of a viewed brand on a page is 20 % after one view, and higher if the brand is frequent in the listing", () => {
    const shares = (views: number, share: number) =>
      quotaFor({ products: Array.from({ length: views }, () => [...BOOT, "price_band=13"]) }, KINDS, () => share)
        .shares;
    const groups = [...BOOT_GROUPS, "price_level=6"];
    const expected = (...values: readonly number[]) => groups.map((group, at) => [group, values[at]]);
    expect([1, 3, 5, 10].map((views) => shares(views, 0))).to.deep.equal([
      expected(0.2, 0.3, 0.3, 0.3, 0.3),
      expected(0.429, 0.562, 0.562, 0.562, 0.562),
      expected(0.556, 0.682, 0.682, 0.682, 0.682),
      expected(0.714, 0.811, 0.811, 0.811, 0.811),
    ]);
    expect(shares(1, 0.5)).to.deep.equal(expected(0.6, 0.65, 0.65, 0.65, 0.65));
    // If all products belong to one group, the number of products of this group on a page is not limited.
    expect(shares(1, 1)).to.deep.equal([]);
    const mixed = quotaFor({ products: [BOOT, ["designer=OTHER"], BOOT] }, KINDS, () => 0.2);
    expect(mixed.shares).to.deep.equal([...BOOT_GROUPS.map((group, at) => [group, at === 0 ? 0.4 : 0.462]), ["designer=OTHER", 0.257]]); // prettier-ignore
  });

  it("the quota limits the last ten viewed products to three of the twenty positions of a page", () => {
    const ids = Array.from({ length: 30 }, (_, at) => `seen${at}`);
    const quota = quotaFor({ products: ids.map((id) => [`designer=${id}`, `categories=${id}`, "color=Red"]), ids }, KINDS, () => 0); // prettier-ignore
    expect(quota.seen).to.deep.equal(ids.slice(0, 10));
    expect(quota.shares.length).to.equal(61);
    const { shares, ...looked } = quotaFor({ products: [[]], ids: ["x"] }, KINDS, () => 0);
    expect({ shares, ...looked }).to.deep.equal({ ...KINDS, shares: [["seen", 0.15]], seen: ["x"] });
    const window = Array.from({ length: 30 }, (_, at) => candidate(at < 8 ? `seen${at}` : String(at)));
    const order = orderOf(window, input({ ...KINDS, shares: [["seen", 0.15]], seen: ids.slice(0, 10) }, 20));
    const first = [...window.slice(0, 3), ...window.slice(8, 25)].map(({ id }) => id);
    expect(order.slice(0, 20)).to.deep.equal(first);
    expect([...order].sort()).to.deep.equal(window.map(({ id }) => id).sort());
  });

  it("products of a viewed department may fill almost a whole page", () => {
    const looked = { products: [[...BOOT, "department=Women"]] };
    const { shares } = quotaFor(looked, { department: "department" }, () => 0.5);
    expect(shares).to.deep.equal([...BOOT_GROUPS.map((group, at) => [group, at === 0 ? 0.6 : 0.65]), ["department=Women", 0.955]]); // prettier-ignore
    const ladies = quotaFor({ products: [["categories=Ladies: Tops"]] }, { department: "categories" }, () => 0.5);
    expect(ladies.shares).to.deep.equal([["categories=Ladies", 0.955], ["categories=Ladies: Tops", 0.65]]); // prettier-ignore
  });

  it("reranking moves down products that exceed the quota of their brand on a page, and reports these products", () => {
    const quota: Quota = { ...KINDS, shares: [["designer=A", 0.5]] };
    const window = Array.from("abcdef").map((id) => candidate(id, "designer=A")).concat(Array.from("xyz").map((id) => candidate(id, "designer=B"))); // prettier-ignore
    expect(orderOf(window, input(quota, 6)).join("")).to.equal("abcxyzdef");
    const held = rerank(window, input(quota, 6)).flatMap(({ id, limited_by }) => (limited_by.length > 0 ? [[id, ...limited_by]] : [])); // prettier-ignore
    expect(held).to.deep.equal([["d", "designer=A"]]);
    expect(orderOf(window.slice(0, 6), input(quota, 6)).join("")).to.equal("abcdef");
    expect(orderOf(window, { ...input(quota, 6), quota: undefined }).join("")).to.equal("abcdefxyz");
  });

  it("no product group exceeds its quota on a page while products of other groups are left", () => {
    const windows = fc.array(fc.tuple(fc.nat(2), fc.nat(2)), { maxLength: 60 });
    const share = fc.double({ min: 0.05, max: 0.95, noNaN: true });
    fc.assert(
      fc.property(windows, share, share, fc.integer({ min: 1, max: 24 }), (drawn, ofBrand, ofCategory, page) => {
        const window = drawn.map(([brand, category], at) =>
          candidate(String(at), `designer=D${brand}`, `categories=C${category}: X`),
        );
        const limited = [["designer=D0", ofBrand], ["categories=C0", ofCategory]] as const; // prettier-ignore
        const order = orderOf(window, input({ ...KINDS, shares: limited }, page));
        expect([...order].sort()).to.deep.equal(window.map(({ id }) => id).sort());
        const of = (ids: readonly string[], group: string) =>
          ids.filter((id) => groupsOf(window[Number(id)]?.tokens ?? [], KINDS).includes(group)).length;
        const free = (id: string) => limited.every(([group]) => of([id], group) === 0);
        const first = order.slice(0, page);
        if (order.filter(free).length >= page) {
          for (const [group, most] of limited) {
            expect(of(first, group)).to.be.at.most(Math.max(1, Math.floor(most * page)));
          }
        }
        const frees = order.filter(free).map(Number);
        expect(frees).to.deep.equal([...frees].sort((a, b) => a - b));
      }),
    );
  });
});
