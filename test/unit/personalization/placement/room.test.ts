import { expect } from "chai";
import fc from "fast-check";
import type { Candidate } from "../../../../src/personalization/candidate.js";
import { place, type PlacementInput } from "../../../../src/personalization/placement/placement.js";
import { groupReader, roomFor, type Kinds, type Room } from "../../../../src/personalization/placement/room.js";

const SNAPSHOT = { ignored: [] };
const OFF = { fatigue: 0, category_diversity: 0 };
const candidate = (id: string, ...tokens: string[]): Candidate => ({ id, tokens, viewed_with: [] });
const input = (room: Room, page: number) => ({
  snapshot: SNAPSHOT,
  weights: OFF,
  diversify_categories: false,
  room: { ...room, page },
});
const KINDS = { level: 1, department: null };
const BOOT = ["designer=ACME", "categories=Shoes: Boots: Chelsea Boots", "color=Black"];

const rerank = (window: readonly Candidate[], how: PlacementInput) => place(window, how).map(({ id }) => id);
const groupsOf = (tokens: readonly string[], kinds: Kinds) => groupReader(kinds)(tokens);

describe("the room of a page", () => {
  it("is counted by brand and by top category", () => {
    expect(groupsOf(BOOT, KINDS)).to.deep.equal(["designer=ACME", "categories=Shoes"]);
    expect(groupsOf(BOOT, { level: 2, department: "categories" })).to.deep.equal([
      "designer=ACME",
      "categories=Shoes",
      "categories=Shoes: Boots",
    ]);
    expect(groupsOf(["categories=Bags", "categories=Bags: Totes"], { ...KINDS, level: 2 })).to.deep.equal(["categories=Bags", "categories=Bags: Totes"]); // prettier-ignore
  });

  it("is half of it after one view, more with each that agrees, and all where the listing has nothing else", () => {
    const none = () => 0;
    const shares = (looks: number, shareOf: (group: string) => number) =>
      roomFor({ products: Array.from({ length: looks }, () => BOOT) }, KINDS, shareOf).shares;
    expect([1, 3, 5, 10].map((looks) => shares(looks, none)[0])).to.deep.equal(
      [0.5, 0.75, 0.833, 0.909].map((share) => ["designer=ACME", share]),
    );
    expect(shares(1, (group) => (group === "designer=ACME" ? 0.1 : 1))).to.deep.equal([["designer=ACME", 0.55]]);
    const mixed = roomFor({ products: [BOOT, ["designer=OTHER"], BOOT] }, KINDS, () => 0.2);
    expect(mixed.shares).to.deep.equal([["designer=ACME", 0.55], ["categories=Shoes", 0.55], ["designer=OTHER", 0.3]]); // prettier-ignore
  });

  it("is nearly all of it for a department, whichever leaf names it", () => {
    const looked = { products: [[...BOOT, "department=Women"]] };
    const { shares } = roomFor(looked, { level: 1, department: "department" }, () => 0.5);
    expect(shares).to.deep.equal([["designer=ACME", 0.75], ["categories=Shoes", 0.75], ["department=Women", 0.955]]); // prettier-ignore
    const ladies = roomFor(
      { products: [["categories=Ladies: Tops"]] },
      { level: 2, department: "categories" },
      () => 0.5,
    );
    expect(ladies.shares).to.deep.equal([["categories=Ladies", 0.955], ["categories=Ladies: Tops", 0.75]]); // prettier-ignore
  });

  it("holds back products it is too small for, reports that, and takes the best where it is for none", () => {
    const room: Room = { ...KINDS, shares: [["designer=A", 0.5]] };
    const window = Array.from("abcdef").map((id) => candidate(id, "designer=A")).concat(Array.from("xyz").map((id) => candidate(id, "designer=B"))); // prettier-ignore
    expect(rerank(window, input(room, 6)).join("")).to.equal("abcxyzdef");
    const held = place(window, input(room, 6)).flatMap(({ id, held_back_by }) => (held_back_by.length > 0 ? [[id, ...held_back_by]] : [])); // prettier-ignore
    expect(held).to.deep.equal([["d", "designer=A"]]);
    expect(rerank(window.slice(0, 6), input(room, 6)).join("")).to.equal("abcdef");
    expect(rerank(window, { ...input(room, 6), room: undefined }).join("")).to.equal("abcdefxyz");
  });

  it("is never exceeded while there are other products, and moved ones keep their order", () => {
    const windows = fc.array(fc.tuple(fc.nat(2), fc.nat(2)), { maxLength: 60 });
    const share = fc.double({ min: 0.05, max: 0.95, noNaN: true });
    fc.assert(
      fc.property(windows, share, share, fc.integer({ min: 1, max: 24 }), (drawn, ofBrand, ofCategory, page) => {
        const window = drawn.map(([brand, category], at) =>
          candidate(String(at), `designer=D${brand}`, `categories=C${category}: X`),
        );
        const limited = [["designer=D0", ofBrand], ["categories=C0", ofCategory]] as const; // prettier-ignore
        const order = rerank(window, input({ ...KINDS, shares: limited }, page));
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
