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
    const [set, setNone] = [recent.begin("d"), recent.begin("stranger")];
    clock.at = 500;
    set(document);
    setNone(undefined);
    clock.at = 2_000;
    expect([recent.get("d"), recent.get("stranger")]).to.deep.equal([document, null]);
    clock.at = 2_001;
    expect([recent.get("d"), recent.get("stranger")]).to.deep.equal([undefined, undefined]);
  });

  it("are not cached while they are read, nor if they never were", () => {
    const { recent } = recentTastes();
    recent.begin("d");
    expect([recent.get("d"), recent.get("other")]).to.deep.equal([undefined, undefined]);
  });

  it("are removed, also while they are being read", () => {
    const { recent } = recentTastes();
    recent.begin("d")(document);
    const set = recent.begin("other");
    recent.delete("d");
    recent.delete("other");
    set(document);
    expect([recent.get("d"), recent.get("other")]).to.deep.equal([undefined, undefined]);
  });

  it("have the value of the read that began last", () => {
    const { recent } = recentTastes();
    const [before, after] = [recent.begin("d"), recent.begin("d")];
    before(document);
    expect(recent.get("d")).to.equal(undefined);
    after(undefined);
    expect(recent.get("d")).to.equal(null);
  });
});
