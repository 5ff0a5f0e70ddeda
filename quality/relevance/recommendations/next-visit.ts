import { reciprocalRank } from "../ranking-metrics.js";
import type { SessionNeighbours } from "../../../src/behaviour/sessions/neighbours.js";
import type { ShopperEvent } from "../../../src/tracking/event.js";
import type { Question, RecordedSession } from "./dataset.js";

export interface NextVisitMetrics {
  readonly questions: number;
  /**
   * HR@k: share of predictions in which the next visited product is among the first `k` products; also called P@k or
   * recall@k.
   */
  readonly hitRate: number;
  /** MRR@k: mean of 1 / position of the next visited product; 0 if the position is after k. */
  readonly reciprocalRank: number;
  /** Mean duration of a prediction in milliseconds. */
  readonly milliseconds: number;
}

const CLIENT = "recorded";
const SESSIONS_AT_ONCE = 1_000;

/**
 * Adds sessions one after another to the index. Each session gets its own device, and all visits of a session get the
 * time of the last visit.
 */
export async function learnSessions(
  neighbours: SessionNeighbours,
  sessions: readonly RecordedSession[],
  onProgress: (done: number, of: number) => void,
): Promise<void> {
  for (let start = 0; start < sessions.length; start += SESSIONS_AT_ONCE) {
    const some = sessions.slice(start, start + SESSIONS_AT_ONCE);
    await neighbours.consume(some.flatMap((session, position) => eventsOf(session, `device-${start + position}`)));
    onProgress(start + some.length, sessions.length);
  }
}

function eventsOf({ at, visits }: RecordedSession, device_id: string): ShopperEvent[] {
  return visits.map((id, position) => ({
    type: "product_view",
    event_id: `${device_id}-${position}`,
    client_id: CLIENT,
    device_id,
    user_id: null,
    session_id: null,
    occurred_at: at,
    received_at: at,
    page_url: null,
    recommendation_id: null,
    counts: true,
    source: "import",
    products: [{ id, price: null, quantity: 1, position: null, brand: null, category: null }],
  }));
}

/**
 * Evaluates the predictions of all test cases. Ranks all products, including products that the session has already
 * visited.
 * @throws {RangeError} if there are no predictions
 */
export function requestNextVisits(
  neighbours: SessionNeighbours,
  questions: readonly Question[],
  k: number,
  onProgress: (done: number, of: number) => void,
): NextVisitMetrics {
  if (questions.length === 0) throw new RangeError("expected at least one test case");
  let hits = 0;
  let sum = 0;
  const started = performance.now();
  questions.forEach(({ at, session, next }, requested) => {
    const ranking = neighbours.recommend(CLIENT, session, { limit: k, at }).map(({ id }) => id);
    const rank = reciprocalRank(ranking, new Set([next]));
    if (rank > 0) hits += 1;
    sum += rank;
    if (requested % 1_000 === 0) onProgress(requested, questions.length);
  });
  const milliseconds = (performance.now() - started) / questions.length;
  return {
    questions: questions.length,
    hitRate: hits / questions.length,
    reciprocalRank: sum / questions.length,
    milliseconds,
  };
}
