import { expect } from "chai";
import { hasMore, lifetimeSeconds, pathAfter } from "../../../../src/search/paging/state.js";
import { windowSize } from "../../../../src/search/paging/placement.js";

describe("a page's state", () => {
  it("has more while products are left or may come", () => {
    const over = { remainder: [], position: { kind: "end" }, pins_left: 0 } as const;
    expect(hasMore(over)).to.equal(false);
    expect(hasMore({ ...over, remainder: ["p"] })).to.equal(true);
    expect(hasMore({ ...over, position: { kind: "start", windows: 0 } })).to.equal(true);
    expect(hasMore({ ...over, pins_left: 1 })).to.equal(true);
  });

  it("leads back to every earlier page, many at a time", () => {
    const paths = new Map<string, readonly string[]>([["0", []]]);
    for (let page = 1; page <= 300; page += 1) {
      const id = String(page - 1);
      paths.set(String(page), pathAfter({ id, path: paths.get(id) ?? [] }));
    }
    const found: string[] = [];
    let requests = 0;
    for (let path = paths.get("300") ?? []; path.length > 0; path = paths.get(path[0] ?? "") ?? []) {
      found.unshift(...path);
      requests += 1;
    }
    expect(found).to.deep.equal(Array.from({ length: 300 }, (_, page) => String(page)));
    expect(requests).to.equal(5);
  });

  it("lives longer the deeper a shopper is, up to three times", () => {
    expect([0, 9, 10, 19, 20, 1000].map((sequence) => lifetimeSeconds(300, sequence))).to.deep.equal([
      300, 300, 600, 600, 900, 900,
    ]);
  });

  it("lists a few pages at a time, and never many products", () => {
    expect([1, 24, 25, 30, 100, 250].map(windowSize)).to.deep.equal([100, 100, 100, 120, 400, 1000]);
  });
});
