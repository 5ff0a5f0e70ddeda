import { expect } from "chai";
import {
  campaignsOf,
  rulesIn,
  formatRules,
  stateOf,
  withCampaigns,
  zoneOf,
} from "../../../console/pages/campaigns/campaigns.js";
import { nextWeekend } from "../../../console/pages/campaigns/next-weekend.js";
import { OWN_ZONE } from "../../../console/parts/moments.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";

const rule = (key: string, campaign?: string | null) => ({
  key,
  action: "hide" as const,
  ...(campaign !== undefined && { campaign }),
});

describe("campaign editing in a draft", () => {
  const [friday, sale] = [
    { key: "Black Friday", ends_at: "2026-11-30T09:00", time_zone: "Europe/Berlin" },
    { key: "Sale", time_zone: "UTC" },
  ];
  const rules = [rule("a", "Black Friday"), rule("b"), rule("c", "Sale"), rule("d", null), rule("e", "Black Friday")];
  const draft: ConfigurationDocument = { language: "german", campaigns: [friday, sale], rules };

  it("renaming a campaign in a draft also renames the campaign in its rules", () => {
    const autumn = { ...friday, key: "Autumn" };
    expect(withCampaigns(draft, [autumn, sale])).to.deep.equal({
      language: "german",
      campaigns: [autumn, sale],
      rules: [rule("a", "Autumn"), rule("b"), rule("c", "Sale"), rule("d", null), rule("e", "Autumn")],
    });
  });

  it("deleting a campaign in a draft also deletes its rules", () => {
    const kept = { language: "german", campaigns: [sale], rules: [rule("b"), rule("c", "Sale"), rule("d", null)] };
    expect(withCampaigns(draft, [sale])).to.deep.equal(kept);
    expect(withCampaigns(draft, [friday]).rules).to.deep.equal(rules.filter(({ key }) => key !== "c"));
  });

  it("adding a campaign to a draft or changing its times does not change rules", () => {
    for (const next of [
      [friday, sale, { key: "New", time_zone: "UTC" }],
      [{ ...friday, ends_at: "2026-12-01T00:00" }, sale],
    ]) {
      expect(withCampaigns(draft, next)).to.deep.equal({ ...draft, campaigns: next });
    }
    const twice = { ...draft, campaigns: [sale, { ...sale, ends_at: "2026-12-01T00:00" }] };
    expect(withCampaigns(twice, [sale])).to.deep.equal({ ...draft, campaigns: [sale] });
  });

  it("rulesIn lists the rules of a campaign", () => {
    expect(rulesIn(draft, "Black Friday").map(({ key }) => key)).to.deep.equal(["a", "e"]);
    expect([rulesIn(draft, undefined), rulesIn({ rules: 3 } as never, "Sale")]).to.deep.equal([[], []]);
    expect([0, 1, 2_000].map(formatRules)).to.deep.equal(["0 rules", "1 rule", "2,000 rules"]);
  });

  it("stateOf returns whether a campaign or rule is scheduled, active or ended in the campaign's time zone", () => {
    const times = { starts_at: "2026-11-27T00:00", ends_at: "2026-11-30T09:00", time_zone: "Europe/Berlin" };
    const at = ["2026-11-26T22:59:59Z", "2026-11-26T23:00:00Z", "2026-11-30T07:59:59Z", "2026-11-30T08:00:00Z"];
    const states = at.map((now) => stateOf({}, times, Date.parse(now)));
    expect(states).to.deep.equal(["Scheduled", null, null, "Ended"]);
    const unlimited = [{ time_zone: "UTC" }, {}, { time_zone: "Mars/Phobos" }, { ...times, starts_at: "soon" }];
    expect(unlimited.map((one) => stateOf({}, one as object, 0))).to.deep.equal([null, null, null, null]);
    const own = { starts_at: "2026-11-28T00:00:00Z" };
    expect(stateOf(own, times, Date.parse("2026-11-27T12:00:00Z"))).to.equal("Scheduled");
    expect(stateOf(own, undefined, Date.parse("2026-11-29T12:00:00Z"))).to.equal(null);
    expect(stateOf({ ends_at: "2026-11-28T00:00:00Z" }, times, Date.parse("2026-11-29T12:00:00Z"))).to.equal("Ended");
  });

  it("zoneOf returns the time zone of a campaign if the browser supports the time zone", () => {
    const campaigns = [friday, { key: "Far", time_zone: "Mars/Phobos" }];
    expect(zoneOf(campaigns, "Black Friday")).to.equal("Europe/Berlin");
    expect([null, undefined, "", "Far", "Other"].map((key) => zoneOf(campaigns, key))).to.deep.equal(
      Array(5).fill(OWN_ZONE),
    );
    expect(campaignsOf({ campaigns: "all" } as never)).to.deep.equal([]);
  });
});

describe("nextWeekend", () => {
  it("nextWeekend returns the time from the next Saturday 00:00 to the following Monday 00:00", () => {
    const days = [new Date(2026, 10, 25), new Date(2026, 10, 28, 12), new Date(2026, 10, 29), new Date(2026, 11, 28)];
    expect(days.map(nextWeekend)).to.deep.equal([
      { from: "2026-11-28T00:00", until: "2026-11-30T00:00" },
      { from: "2026-12-05T00:00", until: "2026-12-07T00:00" },
      { from: "2026-12-05T00:00", until: "2026-12-07T00:00" },
      { from: "2027-01-02T00:00", until: "2027-01-04T00:00" },
    ]);
  });
});
