import { expect } from "chai";
import { steeredClock } from "../../../../../quality/relevance/adjustable-clock.js";
import type { Basket } from "../../../../../quality/relevance/taste/basket.js";
import { partsIn } from "../../../../../quality/relevance/taste/observation.js";
import { stepsOf, type Step } from "../../../../../quality/relevance/taste/questions.js";
import { replay, type ReplayDeps } from "../../../../../quality/relevance/taste/replay.js";

const CATALOGUE = ["a", "b", "c", "d"];

/**
 * Creates a fake storefront that records all calls. Listings are in catalogue order, or in reverse order for the known
 * shoppers.
 */
function scriptedStorefront(now: () => number) {
  const calls: string[] = [];
  const storefront: ReplayDeps["storefront"] = {
    send: (events) => {
      calls.push(`${now()} send ${events.map((event) => String(event["event_id"])).join(", ")}`);
      return Promise.resolve();
    },
    listing: (deviceId, { depth, isEnough }) => {
      const isShopper = deviceId === "ada" || deviceId === "bob";
      calls.push(`${now()} list ${isShopper ? deviceId : "stranger"}`);
      const shown = isShopper ? CATALOGUE.toReversed() : CATALOGUE;
      const enough = shown.findIndex((_, index) => isEnough?.(shown.slice(0, index + 1)) === true);
      return Promise.resolve(shown.slice(0, Math.min(depth, enough === -1 ? depth : enough + 1)));
    },
  };
  return { storefront, calls };
}

const basket = (shopper: string, at: number, ...products: string[]): Basket => ({
  at,
  shopper,
  session: shopper,
  type: "add_to_cart",
  products: products.map((product) => ({ product, named: product })),
});
const { signal } = new AbortController();
const options = {
  partsOf: (step: Step) => (step.hasHistory ? partsIn(step) : []),
  limit: 2,
  depth: 4,
  popularityHalfLifeDays: 14,
};
const steps = stepsOf([
  basket("ada", 10, "a"),
  basket("bob", 20, "a"),
  basket("ada", 30, "a", "d"),
  basket("bob", 40, "b"),
]);

describe("the replay", () => {
  it("the event replay requests the ranking for a basket after all earlier events and before the event of the basket", async () => {
    const clock = steeredClock(0);
    const { storefront, calls } = scriptedStorefront(clock.now);
    await replay({ storefront, clock, onProgress: () => undefined, signal }, steps, options);
    expect(calls).to.deep.equal([
      "0 list stranger",
      "30 send ada 10 add_to_cart, bob 20 add_to_cart",
      "30 list ada",
      "30 list stranger",
      "40 send ada 30 add_to_cart",
      "40 list bob",
      "40 list stranger",
    ]);
  });

  it("the event replay records the product list that each compared system shows before a basket", async () => {
    const clock = steeredClock(0);
    const { storefront } = scriptedStorefront(clock.now);
    const observations = await replay({ storefront, clock, onProgress: () => undefined, signal }, steps, options);
    const ranks = observations.map(({ shopper, part, scores }) => [
      ...[shopper, part],
      ...[scores.personalized.MRR, scores.unpersonalized.MRR, scores.popularity.MRR],
    ]);
    expect(ranks).to.deep.equal([
      ["ada", "unseen", 1, 1 / 3, 1 / 3],
      ["ada", "new", 1, 1 / 4, 1 / 4],
      ["ada", "repeats", 1 / 4, 1, 1],
      ["ada", "all", 1, 1, 1],
      // Before this basket, product d was chosen once and b never, so the popularity order is a, d, b, c.
      ["bob", "unseen", 1 / 3, 1, 1 / 2],
      ["bob", "new", 1 / 3, 1 / 2, 1 / 3],
      ["bob", "all", 1 / 3, 1 / 2, 1 / 3],
    ]);
  });

  it("the event replay counts products below the maximum rank as not found", async () => {
    const clock = steeredClock(0);
    const { storefront } = scriptedStorefront(clock.now);
    const observations = await replay({ storefront, clock, onProgress: () => undefined, signal }, steps, {
      ...options,
      depth: 2,
    });
    const bob = observations.find(({ shopper, part }) => shopper === "bob" && part === "new");
    expect(bob?.scores.personalized.MRR).to.equal(0);
    expect(bob?.scores.unpersonalized.MRR).to.equal(1 / 2);
    expect(bob?.scores.popularity.MRR).to.equal(0);
  });

  it("the event replay stops before the next basket when aborted", async () => {
    const clock = steeredClock(0);
    const { storefront, calls } = scriptedStorefront(clock.now);
    const control = new AbortController();
    const stop = () => control.abort(new Error("enough"));
    const outcome = await replay({ storefront, clock, onProgress: stop, signal: control.signal }, steps, options).then(
      () => "replayed",
      (error: unknown) => (error as Error).message,
    );
    expect([outcome, calls.at(-1)]).to.deep.equal(["enough", "30 list stranger"]);
  });
});
