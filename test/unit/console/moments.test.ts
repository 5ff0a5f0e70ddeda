import { expect } from "chai";
import { localInput, momentOf, sameMoment } from "../../../console/parts/moments.js";

describe("conversion of local times", () => {
  it("momentOf converts the local time in a time zone to a UTC timestamp", () => {
    expect(momentOf("2026-11-27T00:00", "Europe/Berlin")).to.equal("2026-11-26T23:00:00.000Z");
    expect(momentOf("", "UTC")).to.equal(null);
  });

  it("localInput formats a timestamp as the local time in a time zone", () => {
    expect(localInput("2026-11-27T00:00:00+01:00", "America/New_York")).to.equal("2026-11-26T18:00");
    expect([localInput(null, "UTC"), localInput("soon", "UTC")]).to.deep.equal(["", ""]);
  });

  it("a date field keeps its original text if the user has not changed the date", () => {
    const before = "2026-11-27T00:00:30+01:00";
    expect(sameMoment("2026-11-27T00:00", "Europe/Berlin", before)).to.equal(before);
    expect(sameMoment("2026-11-27T00:01", "Europe/Berlin", before)).to.equal("2026-11-26T23:01:00.000Z");
  });
});
