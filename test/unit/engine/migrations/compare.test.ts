import { expect } from "chai";
import { differences } from "../../../../src/engine/migrations/compare.js";

describe("differences of settings", () => {
  it("are the paths with different values", () => {
    const now = { a: { shards: "1", list: ["x", 2], off: false, gone: 0 }, same: null };
    const then = { a: { shards: 1, list: ["x", "3"], off: "true", new: "" } };
    expect(differences(now, then)).to.deep.equal([
      { path: "a.gone", now: "0", then: null },
      { path: "a.list", now: '["x","2"]', then: '["x","3"]' },
      { path: "a.new", now: null, then: "" },
      { path: "a.off", now: "false", then: "true" },
    ]);
  });

  it("are none between a document and itself", () => {
    expect(differences({ a: [{ b: 1 }] }, { a: [{ b: 1 }] })).to.deep.equal([]);
    expect(differences(undefined, {})).to.deep.equal([]);
  });

  it("leave out keys that only the first has, where configured", () => {
    expect(differences({ kept: 1, lost: 2 }, {}, (path) => path === "lost")).to.deep.equal([
      { path: "lost", now: "2", then: null },
    ]);
  });
});
