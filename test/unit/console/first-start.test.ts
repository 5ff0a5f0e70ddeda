import { expect } from "chai";
import { firstStart } from "../../../console/pages/changes/first-start.js";
import { localInput, OWN_ZONE } from "../../../console/parts/moments.js";

describe("firstStart", () => {
  const now = Date.parse("2026-11-25T12:00:00Z");
  const sale = { key: "Sale", starts_at: "2026-11-28T00:00", time_zone: "UTC" };
  const rule = { key: "early", action: "hide" as const, products: ["x"], starts_at: "2026-11-27T06:00:00Z" };
  const configuration = {
    campaigns: [sale],
    rules: [rule, { ...rule, key: "past", starts_at: "2026-11-01T00:00:00Z" }],
  };
  const startOf = (...paths: string[]) => firstStart({ configuration, changes: paths.map((path) => ({ path })) }, now);

  it("firstStart returns the earliest future start of the changed campaigns and rules", () => {
    expect(startOf("campaigns[Sale]")).to.equal(localInput("2026-11-28T00:00:00Z", OWN_ZONE));
    expect(startOf("campaigns[Sale]", "rules[early].starts_at", "rules[past]")).to.equal(
      localInput("2026-11-27T06:00:00Z", OWN_ZONE),
    );
  });

  it("firstStart rounds the start time of a rule or campaign up to the minute, so that the preview includes the change", () => {
    const late = { ...rule, key: "late", starts_at: "2026-11-27T06:00:30Z" };
    const start = firstStart({ configuration: { rules: [late] }, changes: [{ path: "rules[late]" }] }, now);
    expect(start).to.equal(localInput("2026-11-27T06:01:00Z", OWN_ZONE));
  });

  it("firstStart returns an empty text if all changed rules and campaigns have already started", () => {
    expect([startOf(), startOf("rules[past]", "search.phrase")]).to.deep.equal(["", ""]);
  });
});
