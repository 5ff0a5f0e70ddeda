import { expect } from "chai";
import { createPersonalizer } from "../../../src/personalization/personalizer.js";
import type { SessionNeighbours } from "../../../src/behaviour/sessions/neighbours.js";
import type { TasteRead } from "../../../src/personalization/taste-store.js";
import { emptyTaste, type TasteDocument } from "../../../src/personalization/taste/document.js";
import { learn, type ResolvedSignal } from "../../../src/personalization/taste/learn.js";
import { takeSnapshot } from "../../../src/personalization/taste/snapshot.js";
import { DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";
import { contextOn } from "../../support/context.js";
import { HOLDOUT } from "../../../src/storefront/experiment.js";

const NOW = Date.parse("2026-05-01T12:00:00Z");
const SHOP = { client_id: "shop", configuration: DEFAULT_CONFIGURATION };
const SOMEBODY = { device_id: "d", user_id: null };
const signal: ResolvedSignal = {
  key: "1",
  at: NOW,
  received_at: NOW,
  effect: { kind: "interest", weight: 1 },
  products: [{ id: "A", tokens: ["designer=GUCCI"] }],
};
const liking = (): TasteDocument =>
  learn(emptyTaste("shop", "device"), [signal], DEFAULT_CONFIGURATION.taste.half_lives);

function personalizerWith(read: TasteRead, neighbours?: Pick<SessionNeighbours, "companions">) {
  const context = contextOn(undefined, {}, { now: () => NOW });
  const requested: unknown[] = [];
  const response = (...who: unknown[]) => {
    requested.push(who);
    return Promise.resolve(read);
  };
  const store = { read: response, readLately: response };
  const personalizer = createPersonalizer(context, store, neighbours);
  return { personalizer, metrics: context.metrics.personalization, requested };
}

const NONE = { device: undefined, user: undefined };

describe("personalizer", () => {
  for (const [what, read, ranking] of [
    ["a shopper with a taste profile", { outcome: "read", device: liking(), user: undefined }, "personalized"],
    ["a shopper without a taste profile", { outcome: "none", ...NONE }, "unknown"],
    [
      "a shopper whose taste profile was deleted",
      { outcome: "read", device: emptyTaste("shop", "device", NOW), user: undefined },
      "unknown",
    ],
    ["a taste profile that loads too slowly", { outcome: "slow", ...NONE }, "degraded"],
    ["a taste profile that cannot be loaded", { outcome: "failed", ...NONE }, "degraded"],
  ] as const satisfies readonly (readonly [string, TasteRead, string])[]) {
    it(`the personalizer records in the metrics whether the response is personalized for ${what}`, async () => {
      const { personalizer, metrics } = personalizerWith(read);
      const recalled = await personalizer.recall(SHOP, SOMEBODY);
      expect(recalled.ranking).to.equal(ranking);
      expect(recalled.snapshot === null).to.equal(ranking !== "personalized");
      expect(await personalizer.recallLately(SHOP, SOMEBODY)).to.deep.equal(recalled);
      expect((await metrics.responses.get()).values).to.deep.equal([{ labels: { ranking }, value: 2 }]);
    });
  }

  it("the personalizer loads no taste profile for an anonymous device, even if the request has a user id", async () => {
    const { personalizer, requested } = personalizerWith({ outcome: "read", device: liking(), user: undefined });
    const recalled = await personalizer.recall(SHOP, { device_id: "anonymous", user_id: "ann" });
    expect(recalled).to.deep.equal({ ranking: "anonymous", snapshot: null, viewed: [] });
    expect(requested).to.deep.equal([]);
  });

  it("the personalizer uses the taste profile of a signed-in user, but not the user's product views", async () => {
    const user = learn(emptyTaste("shop", "user"), [signal], DEFAULT_CONFIGURATION.taste.half_lives);
    const { personalizer, requested } = personalizerWith({ outcome: "read", device: undefined, user });
    const ann = { device_id: "d", user_id: "ann" };
    expect(await personalizer.recall(SHOP, ann)).to.deep.equal({
      ranking: "personalized",
      snapshot: takeSnapshot({ device: undefined, user }, DEFAULT_CONFIGURATION.taste, NOW),
      viewed: [],
    });
    expect(requested).to.deep.equal([["shop", ann]]);
  });

  it("the personalizer returns products that were viewed often enough together with recently viewed products", async () => {
    const companions = (_client: string, [of]: readonly string[], { limit }: { readonly limit: number }) =>
      [`${of}-1`, "alone", `${of}-2`]
        .slice(0, limit)
        .map((id) => ({ id, score: 0.5, hasMinimumSupport: id !== "alone" }));
    const { personalizer } = personalizerWith({ outcome: "read", device: liking(), user: undefined }, { companions });
    const beside = async (configuration: typeof DEFAULT_CONFIGURATION) =>
      (await personalizer.recall({ client_id: "shop", configuration }, SOMEBODY)).snapshot?.beside;
    expect(await beside(DEFAULT_CONFIGURATION)).to.deep.equal([["A-1", 0.5], ["A-2", 0.5]]); // prettier-ignore
    const ranking = { ...DEFAULT_CONFIGURATION.ranking, co_visitation: 0 };
    expect(await beside({ ...DEFAULT_CONFIGURATION, ranking })).to.deep.equal([]);
  });

  it("the personalizer loads no taste profile for a shopper in the holdout group", async () => {
    const { personalizer, requested } = personalizerWith({ outcome: "read", device: liking(), user: undefined });
    const held = await personalizer.recall({ ...SHOP, arm: HOLDOUT }, SOMEBODY);
    expect(held).to.deep.equal({ ranking: "holdout", snapshot: null, viewed: [] });
    expect(requested).to.deep.equal([]);
  });

  it("the personalizer reranks a list of products and records the duration as a metric", async () => {
    const { personalizer, metrics } = personalizerWith({ outcome: "none", ...NONE });
    const window = ["A", "B", "C"].map((id) => ({ id, tokens: [] }));
    const weights = { fatigue: 1, category_diversity: 0 };
    const snapshot = { ignored: [["A", 3] as const] };
    const reranked = (given: typeof snapshot | null) =>
      personalizer.rerank(window, { snapshot: given, weights, diversify_categories: false }).map(({ id }) => id);
    expect(reranked(null)).to.deep.equal(["A", "B", "C"]);
    const counted = async () =>
      (await metrics.rerankDuration.get()).values.find(({ metricName }) => metricName?.endsWith("_count"))?.value ?? 0;
    expect(await counted()).to.equal(0);
    expect(reranked(snapshot)).to.deep.equal(["B", "C", "A"]);
    expect(await counted()).to.equal(1);
  });
});
