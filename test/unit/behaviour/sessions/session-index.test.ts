import { expect } from "chai";
import fc from "fast-check";
import { deviceTags } from "../../../../src/behaviour/device-tag.js";
import { createCompanions } from "../../../../src/behaviour/sessions/companions.js";
import { createRecommender, type SessionRecommendation } from "../../../../src/behaviour/sessions/recommender.js";
import { SessionIndex } from "../../../../src/behaviour/sessions/session-index.js";
import { SESSION_PAUSE_MS } from "../../../../src/behaviour/visited.js";
import { shopperId } from "../../../../src/tracking/shopper-id.js";
import { naiveScores, type NaiveSession } from "./naive-recommender.js";

const AT = Date.UTC(2026, 10, 21);
const HOUR = 3_600_000;
const IDS = ["A", "B", "C", "D", "E", "F", "G", "H"];
const LIMITS = { maxSessions: 1_000, maxBytes: 1_000_000 };

/** Returns the visits of all sessions with a product, in lookup order. */
function sessionsWith(index: SessionIndex, product: string, most = 100): string[] {
  const found: string[] = [];
  const number = index.storefront("shop")?.products.get(product);
  if (number === undefined) return found;
  index.eachSession(number, most, (items, start, visits) => {
    const names = [...items.subarray(start, start + visits)].map((one) => index.products.name(one));
    found.push(names.join(""));
  });
  return found;
}

/** Records visits of one device, one second apart. */
function visitAll(index: SessionIndex, device: string, products: string, at = AT): void {
  Array.from(products).forEach((product, position) => index.visit("shop", device, product, at + position * 1_000));
}

const product = fc.constantFrom(...IDS);
const visits = fc.array(product, { minLength: 1, maxLength: 6 });
const streams = fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), product), { minLength: 1, maxLength: 150 });

describe("session index", () => {
  it("the session index finds sessions by product: running sessions first, then the sessions that ended last", () => {
    const index = new SessionIndex(LIMITS);
    visitAll(index, "1", "AB");
    visitAll(index, "2", "BAB", AT + 60_000);
    index.forget("shop", "1");
    visitAll(index, "3", "CB", AT + 120_000);
    expect(sessionsWith(index, "B")).to.deep.equal(["CB", "BAB", "AB"]);
    expect(sessionsWith(index, "B", 2)).to.deep.equal(["CB", "BAB"]);
    expect(sessionsWith(index, "A")).to.deep.equal(["BAB", "AB"]);
    expect(sessionsWith(index, "D")).to.deep.equal([]);
    expect(index.sessions).to.equal(3);
  });

  it("the session index extends a session until the device pauses for more than 30 minutes", () => {
    const index = new SessionIndex(LIMITS);
    index.visit("shop", "1", "A", AT);
    index.visit("shop", "1", "B", AT + SESSION_PAUSE_MS);
    index.visit("shop", "1", "C", AT + 2 * SESSION_PAUSE_MS + 1);
    expect(sessionsWith(index, "A")).to.deep.equal(["AB"]);
    expect(sessionsWith(index, "C")).to.deep.equal(["C"]);
  });

  it("the session index ends sessions after 30 minutes without events, regardless of the timestamps in events", () => {
    const index = new SessionIndex(LIMITS);
    index.visit("shop", "old", "A", AT - 1e9, AT);
    index.visit("shop", "old", "B", AT - 1e9, AT);
    index.visit("shop", "new", "B", AT, AT + SESSION_PAUSE_MS);
    index.visit("shop", "old", "C", AT - 1e9 + 1, AT + SESSION_PAUSE_MS);
    index.visit("shop", "new", "D", AT, AT + 2 * SESSION_PAUSE_MS);
    expect(sessionsWith(index, "C")).to.deep.equal(["ABC"]);
    index.visit("shop", "other", "E", AT, AT + 2 * SESSION_PAUSE_MS + 1);
    index.visit("shop", "old", "F", AT - 1e9 + 2, AT + 2 * SESSION_PAUSE_MS + 1);
    expect(sessionsWith(index, "C")).to.deep.equal(["ABC"]);
    expect(sessionsWith(index, "F")).to.deep.equal(["F"]);
  });

  it("the session index drops ended sessions with only one visit", () => {
    const index = new SessionIndex(LIMITS);
    visitAll(index, "1", "A");
    index.forget("shop", "1");
    expect([index.sessions, index.products.count]).to.deep.equal([0, 0]);
    expect(sessionsWith(index, "A")).to.deep.equal([]);
  });

  it("the session index merges a view and a cart event of the same product into one visit", () => {
    const index = new SessionIndex(LIMITS);
    const report = (id: string, isView: boolean) => index.visit("shop", "1", id, AT, AT, isView);
    report("A", false);
    report("A", true);
    report("A", false);
    report("B", true);
    report("A", false);
    report("B", true);
    expect(sessionsWith(index, "A")).to.deep.equal(["ABB"]);
  });

  it("the session index starts a new session when the current session is full", () => {
    const index = new SessionIndex(LIMITS);
    visitAll(index, "1", "A".repeat(64) + "B");
    expect(sessionsWith(index, "A")).to.deep.equal(["A".repeat(64)]);
    expect(sessionsWith(index, "B")).to.deep.equal(["B"]);
  });

  it("the session index ends the running session of a device on request, unless the device has made a later visit", () => {
    const index = new SessionIndex(LIMITS);
    visitAll(index, "1", "AB");
    index.forget("shop", "1", AT);
    visitAll(index, "1", "C", AT + 2_000);
    expect(sessionsWith(index, "A")).to.deep.equal(["ABC"]);
    index.forget("shop", "1", AT + 2_000);
    index.forget("shop", "nobody");
    index.forget("no shop", "1");
    visitAll(index, "1", "DA", AT + 3_000);
    expect(sessionsWith(index, "A")).to.deep.equal(["DA", "ABC"]);
  });

  it("the session index returns only the latest of several sessions in which a device viewed a product", () => {
    const index = new SessionIndex(LIMITS);
    visitAll(index, "1", "AB");
    visitAll(index, "1", "AC", AT + 2 * HOUR);
    visitAll(index, "2", "AD", AT + 2 * HOUR);
    expect(sessionsWith(index, "A")).to.deep.equal(["AD", "AC"]);
    index.endAll();
    expect(sessionsWith(index, "A")).to.deep.equal(["AD", "AC"]);
    const tagDevice = deviceTags(new Uint8Array(0));
    index.forgetTags(new Set([tagDevice(shopperId({ client_id: "shop", kind: "device", id: "1" }))]));
    visitAll(index, "1", "AE", AT + 4 * HOUR);
    expect(sessionsWith(index, "A")).to.deep.equal(["AE", "AD", "AC"]);
  });

  it("the session index returns all product visits of a device's running session, including repeated visits", () => {
    const index = new SessionIndex(LIMITS);
    visitAll(index, "1", "ABA");
    expect([index.runningSession("shop", "1"), index.runningSession("shop", "2")]).to.deep.equal([["A", "B", "A"], []]);
  });

  it("the session index counts a device once towards the minimum support, for any number of sessions", () => {
    const index = new SessionIndex(LIMITS);
    for (let session = 0; session < 50; session += 1) visitAll(index, "1", "AX", AT + session * 2 * HOUR);
    for (const device of ["2", "3"]) visitAll(index, device, "AB", AT);
    const asking = { limit: 9, at: AT };
    const hasMinimumSupport = (found: readonly SessionRecommendation[]) =>
      found.flatMap((one) => (one.id === "A" ? [] : [[one.id, one.hasMinimumSupport]]));
    const expected = [["B", true], ["X", false]]; // prettier-ignore
    expect(hasMinimumSupport(createRecommender(index)("shop", ["A"], asking))).to.deep.equal(expected);
    expect(hasMinimumSupport(createCompanions(index)("shop", ["A"], asking))).to.deep.equal(expected);
  });

  it("the session index ignores repeated visits of a device that is among the last 64 counted devices", () => {
    const index = new SessionIndex(LIMITS);
    const observations = () => index.storefront("shop")?.returns.counts().seenAt[0];
    for (let visit = 0; visit < 100; visit += 1) visitAll(index, "floods", "AAA", AT + visit * HOUR);
    expect(observations()).to.equal(2);
    for (let device = 0; device < 64; device += 1) visitAll(index, `other ${device}`, "AB", AT + 100 * HOUR);
    visitAll(index, "floods", "AAA", AT + 101 * HOUR);
    expect(observations()).to.equal(2 + 64 + 2);
  });

  it("separates storefronts", () => {
    const index = new SessionIndex(LIMITS);
    visitAll(index, "1", "AB");
    index.visit("other", "1", "A", AT);
    index.visit("other", "1", "C", AT);
    expect(sessionsWith(index, "A")).to.deep.equal(["AB"]);
    const ids = createRecommender(index)("other", ["A"], { limit: 9, at: AT }).map(({ id }) => id);
    expect(ids).to.have.members(["A", "C"]);
  });

  it("the session index keeps only the newest sessions up to its limit", () => {
    fc.assert(
      fc.property(fc.array(visits, { maxLength: 80 }), fc.integer({ min: 2, max: 12 }), (sessions, maxSessions) => {
        const index = new SessionIndex({ maxSessions, maxBytes: 1_000_000 });
        sessions.forEach((session, number) => {
          visitAll(index, `${number}`, session.join(""), AT + number * 2 * SESSION_PAUSE_MS);
        });
        // All sessions except the last have ended. Ended sessions with one visit are dropped.
        const kept = sessions
          .map((session) => session.join(""))
          .filter((session, number) => session.length > 1 || number === sessions.length - 1);
        const expected = kept.slice(-maxSessions).reverse();
        expect(index.sessions).to.be.at.most(maxSessions);
        for (const one of IDS) {
          expect(sessionsWith(index, one)).to.deep.equal(expected.filter((session) => session.includes(one)));
        }
      }),
    );
  });

  it("the session index never exceeds its byte limit, for any number of events", () => {
    const maxBytes = 20_000;
    const index = new SessionIndex({ maxSessions: 100_000, maxBytes });
    for (let session = 0; session < 2_000; session += 1) {
      const visited = Array.from(
        { length: 2 + (session % 5) },
        (_, position) => IDS[(session + position) % IDS.length],
      );
      visitAll(index, `${session}`, visited.join(""), AT + session * 60_000);
      expect(index.bytes).to.be.at.most(maxBytes);
    }
    expect(index.sessions).to.be.greaterThan(100);
    expect(sessionsWith(index, "A", 1_000).length).to.be.greaterThan(20);
  });

  it("the session index counts the sessions that are dropped because their products exceed the byte limit", () => {
    const index = new SessionIndex({ maxSessions: 1_000, maxBytes: 4_000 });
    const crowdedOut = ["AB", "BC", "CD", "DE", "EF", "FG", "GH"].map((products, session) => {
      visitAll(index, `${session}`, products, AT + session * 2 * SESSION_PAUSE_MS);
      return index.crowdedOut;
    });
    expect([crowdedOut[0], crowdedOut.at(-1)]).to.deep.equal([0, 1]);
    expect(sessionsWith(index, "A")).to.deep.equal([]);
  });

  it("the session index never returns a partial session, for any byte limit", () => {
    fc.assert(
      fc.property(streams, fc.integer({ min: 3_000, max: 12_000 }), (stream, maxBytes) => {
        const index = new SessionIndex({ maxSessions: 1_000, maxBytes });
        const reported = new Map<number, string[]>();
        stream.forEach(([device, id], position) => {
          index.visit("shop", `${device}`, id, AT + position);
          reported.set(device, [...(reported.get(device) ?? []), id]);
        });
        const parts = IDS.flatMap((one) => sessionsWith(index, one));
        for (const part of parts) {
          expect(
            [...reported.values()].some((own) => own.join("").includes(part)),
            part,
          ).to.equal(true);
        }
      }),
    );
  });

  it("the session index computes the same scores as the reference implementation", () => {
    fc.assert(
      fc.property(
        fc.array(visits, { minLength: 1, maxLength: 40 }),
        visits,
        fc.boolean(),
        (sessions, requested, isRunning) => {
          const index = new SessionIndex(LIMITS);
          const reported: NaiveSession[] = [];
          sessions.forEach((session, number) => {
            // Times are stored in minutes.
            const at = AT + number * 60_000 * (isRunning ? 0 : 60);
            session.forEach((id) => index.visit("shop", `${number}`, id, at));
            if (isRunning || session.length > 1 || number === sessions.length - 1)
              reported.push({ visits: session, at });
          });
          const at = AT + 30 * 86_400_000;
          const found = createRecommender(index)("shop", requested, { limit: 100, at }).filter(
            ({ id }) => !requested.includes(id),
          );
          const expected = naiveScores(reported, requested, at);
          expect(new Set(found.map(({ id }) => id))).to.deep.equal(new Set(expected.keys()));
          for (const { id, score } of found) {
            // Scores are rounded to 32-bit floats.
            expect(score).to.be.closeTo(expected.get(id)!, 1e-9 + 2 ** -24 * expected.get(id)!);
          }
          expect(found).to.deep.equal(
            [...found].sort((a, b) => Number(b.hasMinimumSupport) - Number(a.hasMinimumSupport) || b.score - a.score),
          );
        },
      ),
    );
  });
});
