import { clickModel, type Change, type Estimate } from "../../../console/server/preview/click-model.js";
import type { SeenResponse } from "../../../console/server/preview/cells.js";
import { seeded, type Random } from "../../../demo/random.js";
import {
  cascade,
  expectedClicks,
  fits,
  POSITIONS,
  rankedFor,
  type Shopper,
  type ShopProduct,
  type SimulatedShop,
  simulatedShop,
  type Curation,
  type Topic,
} from "./simulated-shop.js";

/** A visit of a shopper, with its topic and day. */
interface Visit {
  readonly shopper: Shopper;
  readonly topic: Topic;
  readonly day: number;
}

export interface Draft extends Curation {
  readonly kind: "pin" | "boost" | "bury";
  /** Topic to which the draft applies; null if it applies to all topics. */
  readonly topic: Topic | null;
}

/**
 * Effect of a draft, as estimated by its preview and as measured by a simulated A/B test with other visits. Both
 * effects are numbers of clicks for the same number of responses.
 */
export interface Judged {
  readonly kind: Draft["kind"];
  readonly promised: Estimate;
  readonly found: number;
}

/** Effects of pinning an irrelevant product and of pinning a relevant product for the same query. */
export interface Contest {
  readonly query: string;
  readonly misfit: PinGains;
  readonly fitting: PinGains;
}

export interface PinGains {
  /** Estimated additional clicks on the pinned product. */
  readonly product: number;
  /** Additional clicks on all products. */
  readonly draft: number;
}

const LEARNT = 10_000;
const REPLAYED = 1_000;
/**
 * Number of visits at the start of the simulation, which are used only to learn taste profiles. The click estimate uses
 * only later visits.
 */
const EARLIER = 5_000;
const DAYS = 7;
/**
 * Number of visits per arm of the A/B test. Clicks are counted as expected values, so that only the sample of visitors
 * is random.
 */
const AB_VISITS = 3_000;
/** Number of candidate products or brands from which a skilled merchandiser picks the best. */
const GOOD_EYE = 6;
/**
 * Position of the pinned relevant product among the relevant products, in the order for a shopper without a taste
 * profile.
 */
const FITTING = 12;
const NOBODY: Shopper = { device: "", brands: new Set(), categories: new Set(), known: new Set() };

export interface ShopResult {
  readonly drafts: readonly Judged[];
  readonly contests: readonly Contest[];
  /** Duration in milliseconds of learning the click estimate from the newest 10,000 responses. */
  readonly learn_ms: number;
}

/** Learns from simulated visits, then compares previews of drafts with simulated A/B tests. */
export function evaluateShop(seed: string, drafts: number): ShopResult {
  const shop = simulatedShop(seed);
  const random = seeded(`${seed}: visits`);
  const visits = Array.from({ length: LEARNT + EARLIER }, () => visitOf(random, shop));
  const responses = visits.flatMap((visit) => responsesTo(random, visit));
  const kinds = new Map(shop.products.map((one) => [one.id, one]));
  const started = performance.now();
  const model = clickModel(responses.slice(-LEARNT), (id) => kinds.get(id) ?? { category: "", brand: "" });
  const learn_ms = performance.now() - started;
  const replayed = visits.slice(-REPLAYED);
  const fresh = Array.from({ length: AB_VISITS }, () => visitOf(random, shop));
  const promise = (draft: Draft) => model.estimate(viewsOf(replayed, draft));
  return {
    learn_ms,
    drafts: Array.from({ length: drafts }, () => {
      const draft = drawDraft(random, shop);
      return {
        kind: draft.kind,
        promised: promise(draft),
        found: (gainOf(fresh, draft) * REPLAYED) / AB_VISITS,
      };
    }),
    contests: shop.topics
      .filter(({ name }) => name.startsWith('"'))
      .map((topic) => {
        const ranked = rankedFor(NOBODY, topic, DAYS - 1);
        const of = (product: ShopProduct): PinGains => {
          const views = viewsOf(replayed, { kind: "pin", topic, pin: { product, position: 1 } });
          return {
            product: model.estimate(views.filter(([look]) => look.product === product.id)).clicks,
            draft: model.estimate(views).clicks,
          };
        };
        const misfit = ranked.findLast((one) => !fits(one, topic.category)) as ShopProduct;
        const fitting = ranked.filter((one) => fits(one, topic.category))[FITTING - 1] as ShopProduct;
        return { query: topic.name, misfit: of(misfit), fitting: of(fitting) };
      }),
  };
}

function visitOf(random: Random, { shoppers, topics }: SimulatedShop): Visit {
  const topic = random.weighted(topics.map((one) => [one, one.weight] as const));
  return { shopper: random.pick(shoppers), topic, day: random.integer(0, DAYS - 1) };
}

/** Returns the pages that are shown in a visit, up to the page with the last examined position. */
function responsesTo(random: Random, { shopper, topic, day }: Visit): SeenResponse[] {
  const ranked = rankedFor(shopper, topic, day);
  const { clicked, looked } = cascade(random, shopper, topic, ranked);
  for (const { id, brand } of ranked) if (clicked.has(id)) shopper.known.add(brand);
  const pages = Math.ceil(looked / POSITIONS);
  return Array.from({ length: pages }, (_, page) => ({
    topic: topic.name,
    device: shopper.device,
    first: page * POSITIONS + 1,
    shown: ranked.slice(page * POSITIONS, (page + 1) * POSITIONS).map(({ id }) => id),
    clicked,
  }));
}

/**
 * Draws a random draft. Half of the drafts simulate a skilled merchandiser, who picks the best of several random
 * products or brands.
 */
function drawDraft(random: Random, shop: SimulatedShop): Draft {
  const topic = random.weighted(shop.topics.map((one) => [one, one.weight] as const));
  const kind = random.pick(["pin", "pin", "boost", "bury"] as const);
  const tries = random.chance(0.5) ? GOOD_EYE : 1;
  const best = <T>(all: readonly T[], score: (one: T) => number) =>
    Array.from({ length: tries }, () => random.pick(all)).reduce((one, other) =>
      score(other) > score(one) ? other : one,
    );
  if (kind === "pin") {
    const found = [...topic.points.keys()].filter((one) => tries === 1 || fits(one, topic.category));
    return { kind, topic, pin: { product: best(found, ({ quality }) => quality), position: random.integer(1, 4) } };
  }
  const sign = kind === "boost" ? 1 : -1;
  const brand = best(shop.brands, (name) => sign * qualityOf(shop, name));
  const size = sign * (0.3 + 0.9 * random.next());
  return { kind, topic: random.chance(0.5) ? topic : null, points: (product) => (product.brand === brand ? size : 0) };
}

function qualityOf({ products }: SimulatedShop, brand: string): number {
  const own = products.filter((one) => one.brand === brand);
  return own.reduce((sum, { quality }) => sum + quality, 0) / own.length;
}

/** Returns the products on the first page without and with the draft, for each visit that the draft affects. */
function viewsOf(visits: readonly Visit[], draft: Draft): Change[] {
  return visits
    .filter(({ topic }) => isAbout(draft, topic))
    .flatMap(({ shopper, topic, day }) => {
      const views = (ranked: readonly ShopProduct[], times: number) =>
        ranked
          .slice(0, POSITIONS)
          .map(
            ({ id }, at) =>
              [{ topic: topic.name, device: shopper.device, product: id, position: at + 1 }, times] as const,
          );
      return [...views(rankedFor(shopper, topic, day), -1), ...views(rankedFor(shopper, topic, day, draft), 1)];
    });
}

const isAbout = ({ topic }: Draft, other: Topic) => topic === null || topic === other;

function gainOf(visits: readonly Visit[], draft: Draft): number {
  let gain = 0;
  for (const { shopper, topic, day } of visits) {
    if (!isAbout(draft, topic)) continue;
    gain +=
      expectedClicks(shopper, topic, rankedFor(shopper, topic, day, draft)) -
      expectedClicks(shopper, topic, rankedFor(shopper, topic, day));
  }
  return gain;
}
