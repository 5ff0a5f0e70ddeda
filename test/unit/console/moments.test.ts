import { expect } from "chai";
import fc from "fast-check";
import { localInput, momentOf, sameMoment } from "../../../console/parts/moments.js";

describe("times by the clocks of a place", () => {
  it("are instants", () => {
    expect(momentOf("2026-11-27T00:00", "Europe/Berlin")).to.equal("2026-11-26T23:00:00.000Z");
    expect(momentOf("2026-07-01T00:00", "Europe/Berlin")).to.equal("2026-06-30T22:00:00.000Z");
    expect(momentOf("2026-03-29T03:00", "Europe/Berlin")).to.equal("2026-03-29T01:00:00.000Z");
    expect(momentOf("2026-11-27T09:30", "Asia/Kolkata")).to.equal("2026-11-27T04:00:00.000Z");
    expect(momentOf("", "UTC")).to.equal(null);
  });

  it("are what the instant is there", () => {
    expect(localInput("2026-11-27T00:00:00+01:00", "America/New_York")).to.equal("2026-11-26T18:00");
    expect([localInput(null, "UTC"), localInput("soon", "UTC")]).to.deep.equal(["", ""]);
    const zones = fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Apia");
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000_000 }), zones, (minutes, zone) => {
        const local = localInput(new Date(minutes * 60_000).toISOString(), zone);
        expect(localInput(momentOf(local, zone), zone)).to.equal(local);
      }),
    );
  });

  it("that are not changed stay as they were written", () => {
    const before = "2026-11-27T00:00:30+01:00";
    expect(sameMoment("2026-11-27T00:00", "Europe/Berlin", before)).to.equal(before);
    expect(sameMoment("2026-11-27T00:01", "Europe/Berlin", before)).to.equal("2026-11-26T23:01:00.000Z");
  });
});
