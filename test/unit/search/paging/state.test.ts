import { expect } from "chai";
import { lifetimeSeconds, markOf, pathAfter, shopperMarks } from "../../../../src/search/paging/state.js";
import { windowSize } from "../../../../src/search/match/reranker.js";
import { ANONYMOUS } from "../../../../src/tracking/event.js";
import { shopperId } from "../../../../src/tracking/shopper-id.js";

describe("the stored state of a result page", () => {
  it("the stored state of a result page references earlier pages so that few reads find all earlier pages", () => {
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

  it("the stored state of a result page lists each shopper of this page and of earlier pages once", () => {
    const mark = (kind: "device" | "user", id: string) => markOf(shopperId({ client_id: "shop", kind, id }));
    const [device, ann] = [mark("device", "d"), mark("user", "ann")];
    const unknownShopper = { device_id: "d", user_id: null };
    expect([device.length, ann.length]).to.deep.equal([16, 16]);
    expect(shopperMarks("shop", unknownShopper)).to.deep.equal({ shoppers: [device] });
    expect(shopperMarks("shop", { ...unknownShopper, user_id: "ann" }, [device])).to.deep.equal({
      shoppers: [device, ann],
    });
    expect(shopperMarks("shop", unknownShopper, [ann])).to.deep.equal({ shoppers: [ann, device] });
    const nobody = { device_id: ANONYMOUS, user_id: null };
    expect([shopperMarks("shop", nobody), shopperMarks("shop", nobody, [ann])]).to.deep.equal([
      {},
      { shoppers: [ann] },
    ]);
  });

  it("the lifetime of a stored page state grows on later pages, up to three times the configured lifetime", () => {
    expect([0, 9, 10, 19, 20, 1000].map((sequence) => lifetimeSeconds(300, sequence))).to.deep.equal([
      300, 300, 600, 600, 900, 900,
    ]);
  });

  it("the rerank window of a result page contains four pages and at least 100 products", () => {
    expect([1, 24, 25, 30, 100, 250].map(windowSize)).to.deep.equal([100, 100, 100, 120, 400, 1000]);
  });
});
