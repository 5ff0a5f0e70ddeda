import { createSessionNeighbours } from "../../../src/behaviour/sessions/neighbours.js";
import { reciprocalRank } from "../ranking-metrics.js";
import { until } from "../../../test/support/until.js";
import { withService } from "../evaluated-service.js";
import { steeredClock } from "../adjustable-clock.js";
import { openStorefront, type EventLine, type Storefront } from "../storefront.js";
import type { Question, RecordedSession, SessionSplit } from "./dataset.js";
import { eventsRead } from "./evaluate-baskets.js";
import { learnSessions } from "./next-visit.js";

export interface HttpOptions {
  readonly engineUrl: string;
  /** Number of training sessions: the latest sessions, whose visits are each sent to the service as an event. */
  readonly sessions: number;
  /** Number of evaluated predictions, which are chosen at equal intervals from all predictions. */
  readonly questions: number;
  readonly k: number;
  readonly onProgress: (done: number, of: number) => void;
  readonly signal: AbortSignal;
}

/** Metrics of one profile, or of the session index alone. */
export interface RankMetrics {
  readonly name: string;
  readonly hitRate: number;
  readonly reciprocalRank: number;
}

const PROFILES = ["next", "similar", "for_you"] as const;
const EVENTS_AT_ONCE = 2_000;
const HOUR_MS = 3_600_000;
const READ_WITHIN_MS = 300_000;
/** Limits of the session index, sufficient for all sessions of each evaluated data set. */
const LIMITS = { maxSessions: 1_000_000, maxBytes: 200_000_000 };

/**
 * Compares HTTP recommendations for devices with the results of the session index alone. The index contains the same
 * sessions, including the sessions of the evaluated devices.
 */
export async function evaluateThroughHttp(split: SessionSplit, options: HttpOptions): Promise<RankMetrics[]> {
  const { engineUrl, k, onProgress, signal } = options;
  const training = split.training.slice(-options.sessions);
  const every = Math.max(1, Math.floor(split.questions.length / options.questions));
  const questions = split.questions.filter((_, at) => at % every === 0);
  const requested = questions.map(({ at, session }): RecordedSession => ({ at, visits: session }));
  const known = new Set([...training, ...requested].flatMap(({ visits }) => visits));
  const feed = [...known].map((id) =>
    JSON.stringify({
      operation: "insert",
      product_data: { product_identifier: id, variant_identifier: id, title: id },
    }),
  );
  const end = Math.ceil(Math.max(...requested.map(({ at }) => at))) + HOUR_MS / 60;
  const clock = steeredClock(Math.floor(Math.min(...training.map(({ at }) => at))) - HOUR_MS);
  const service = await withService({ engineUrl, clock, configuration: {} }, async (access, { operations_url }) => {
    const storefront = openStorefront(access, () => Promise.resolve());
    await storefront.ingest(feed);
    clock.advanceTo(end);
    const events = [...eventsOf(training, "trained"), ...eventsOf(requested, "asked")];
    for (let start = 0; start < events.length; start += EVENTS_AT_ONCE) {
      signal.throwIfAborted();
      await storefront.send(events.slice(start, start + EVENTS_AT_ONCE));
      onProgress(start, events.length);
    }
    await until(
      "the service has read all sessions",
      async () => (await eventsRead(operations_url)) >= events.length,
      READ_WITHIN_MS,
    );
    const all: RankMetrics[] = [];
    for (const profile of PROFILES)
      all.push(await metricsOf(profile, questions, (at) => request(storefront, profile, at, k)));
    return all;
  });
  const neighbours = createSessionNeighbours(LIMITS);
  await learnSessions(neighbours, [...training, ...requested], () => undefined);
  const byItself = (name: string, includeSeen: boolean) =>
    metricsOf(name, questions, (at) => {
      const { session } = questions[at] as Question;
      const found = neighbours.recommend("recorded", session, { limit: k + session.length, at: end });
      const wanted = found.filter(({ id }) => includeSeen || !session.includes(id));
      return Promise.resolve(wanted.slice(0, k).map(({ id }) => id));
    });
  return [
    await byItself("session index alone, viewed products included", true),
    await byItself("session index alone, viewed products excluded", false),
    ...service,
  ];
}

const eventsOf = (sessions: readonly RecordedSession[], whose: string): EventLine[] =>
  sessions.flatMap(({ at, visits }, session) =>
    visits.map((id, position) => ({
      type: "product_view",
      event_id: `${whose}-${session}-${position}`,
      device_id: `${whose}-${session}`,
      occurred_at: Math.round(at),
      product: { id },
    })),
  );

const request = (storefront: Storefront, profile: string, question: number, limit: number): Promise<string[]> =>
  storefront.recommendations(`asked-${question}`, { profile, seeds: [], limit });

async function metricsOf(
  name: string,
  questions: readonly Question[],
  rank: (at: number) => Promise<string[]>,
): Promise<RankMetrics> {
  let hits = 0;
  let sum = 0;
  for (const [at, { next }] of questions.entries()) {
    const one = reciprocalRank(await rank(at), new Set([next]));
    if (one > 0) hits += 1;
    sum += one;
  }
  return { name, hitRate: hits / questions.length, reciprocalRank: sum / questions.length };
}
