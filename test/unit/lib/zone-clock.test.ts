import { expect } from "chai";
import fc from "fast-check";
import { isTimeZone, zoneClock, type ZoneClock } from "../../../src/lib/zone-clock.js";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone")];
const iso = (clock: ZoneClock, local: string) => new Date(clock.instantOf(local)).toISOString();

describe("zoneClock", () => {
  const berlin = zoneClock("Europe/Berlin");

  it("zoneClock converts a local time with the time zone offset of the given day", () => {
    expect(iso(berlin, "2026-11-27T00:00")).to.equal("2026-11-26T23:00:00.000Z");
    expect(iso(berlin, "2026-07-01T00:00")).to.equal("2026-06-30T22:00:00.000Z");
    expect(iso(zoneClock("Asia/Kolkata"), "2026-11-27T09:30")).to.equal("2026-11-27T04:00:00.000Z");
  });

  it("zoneClock converts local times before and after a change to or from daylight saving time", () => {
    expect(iso(berlin, "2026-03-29T01:59")).to.equal("2026-03-29T00:59:00.000Z");
    expect(iso(berlin, "2026-03-29T03:00")).to.equal("2026-03-29T01:00:00.000Z");
    expect(iso(berlin, "2026-10-25T03:00")).to.equal("2026-10-25T02:00:00.000Z");
  });

  it("zoneClock converts a repeated local time to the first instant, and a skipped local time with the previous offset", () => {
    expect(iso(berlin, "2026-10-25T02:30")).to.equal("2026-10-25T00:30:00.000Z");
    expect(iso(berlin, "2026-03-29T02:30")).to.equal("2026-03-29T01:30:00.000Z");
    // Samoa moved across the date line in 2011 and skipped the 30th of December.
    expect(iso(zoneClock("Pacific/Apia"), "2011-12-30T12:00")).to.equal("2011-12-30T22:00:00.000Z");
  });

  it("zoneClock returns the first instant of a local time in every time zone", () => {
    const zone = fc.oneof(fc.constantFrom(...ZONES), fc.constantFrom("Europe/Berlin", "Australia/Lord_Howe"));
    const minute = fc.integer({ min: Date.UTC(2000, 0) / MINUTE_MS, max: Date.UTC(2037, 0) / MINUTE_MS });
    fc.assert(
      fc.property(zone, minute, fc.integer({ min: -90, max: 90 }), (name, start, beside) => {
        const clock = zoneClock(name);
        for (const at of [start * MINUTE_MS, changeAfter(clock, start * MINUTE_MS) + beside * MINUTE_MS]) {
          const local = asLocal(at);
          const found = clock.instantOf(local);
          const [first] = instantsThatShow(clock, local);
          if (first !== undefined) expect(found, `${local} in ${name}`).to.equal(first);
          else expect(found - clock.instantOf(asLocal(at - DAY_MS)), `${local} in ${name}`).to.equal(DAY_MS);
        }
      }),
    );
  });

  it("isTimeZone accepts the time zone names that the runtime supports and rejects other names", () => {
    const names = ["UTC", "Europe/Berlin", "Asia/Kolkata", "europe/berlin", "Mars/Phobos", "+01:00", "", "constructor"];
    expect(names.filter(isTimeZone)).to.deep.equal(["UTC", "Europe/Berlin", "Asia/Kolkata", "europe/berlin"]);
    expect(() => zoneClock("Mars/Phobos")).to.throw(RangeError, "Mars/Phobos");
  });
});

const asLocal = (at: number) => new Date(at).toISOString().slice(0, 16);

/**
 * Returns all instants at which a clock shows the given local time, earliest first. Since 2000, time zone offsets are
 * multiples of 15 minutes between UTC−12 and UTC+14.
 */
const instantsThatShow = (clock: ZoneClock, local: string) =>
  Array.from(
    { length: 4 * 26 + 1 },
    (_, quarter) => Date.parse(`${local}Z`) + (quarter - 4 * 14) * 15 * MINUTE_MS,
  ).filter((at) => clock.localAt(at) === local);

/**
 * Returns the local time of the next offset change after `start`, in the offset before the change. If there is no
 * change, returns the local time a year later.
 */
function changeAfter(clock: ZoneClock, start: number): number {
  const shown = (at: number) => Date.parse(`${clock.localAt(at)}Z`);
  let [before, after] = [start, start];
  while (after < start + 365 * DAY_MS && shown(after) - after === shown(start) - start)
    [before, after] = [after, after + DAY_MS];
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / (2 * MINUTE_MS)) * MINUTE_MS;
    if (shown(middle) - middle === shown(start) - start) before = middle;
    else after = middle;
  }
  return after + shown(start) - start;
}
