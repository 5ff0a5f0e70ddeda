import { expect } from "chai";
import { createRecentTastes } from "../../../src/personalization/recent-tastes.js";
import { emptyTaste } from "../../../src/personalization/taste/document.js";

describe("recent tastes", () => {
  const document = emptyTaste("shop", "device", null);

  function recentTastes() {
    const clock = { at: 0 };
    return { recent: createRecentTastes({ now: () => clock.at }), clock };
  }

  it("are cached for two seconds from when reading them began, missing ones included", () => {
    const { recent, clock } = recentTastes();
    const [keep, keepNone] = [recent.reading("d"), recent.reading("stranger")];
    clock.at = 500;
    keep(document);
    keepNone(undefined);
    clock.at = 2_000;
    expect([recent.recall("d"), recent.recall("stranger")]).to.deep.equal([document, null]);
    clock.at = 2_001;
    expect([recent.recall("d"), recent.recall("stranger")]).to.deep.equal([undefined, undefined]);
  });

  it("are not cached while they are read, nor if they never were", () => {
    const { recent } = recentTastes();
    recent.reading("d");
    expect([recent.recall("d"), recent.recall("other")]).to.deep.equal([undefined, undefined]);
  });

  it("are removed, also while they are being read", () => {
    const { recent } = recentTastes();
    recent.reading("d")(document);
    const keep = recent.reading("other");
    recent.forget("d");
    recent.forget("other");
    keep(document);
    expect([recent.recall("d"), recent.recall("other")]).to.deep.equal([undefined, undefined]);
  });

  it("have the value of the read that began last", () => {
    const { recent } = recentTastes();
    const [before, after] = [recent.reading("d"), recent.reading("d")];
    before(document);
    expect(recent.recall("d")).to.equal(undefined);
    after(undefined);
    expect(recent.recall("d")).to.equal(null);
  });
});
