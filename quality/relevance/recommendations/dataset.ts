/** A recorded session. Pauses of any length do not end a session. */
export interface RecordedSession {
  /** Time of the last visit in milliseconds since 1970. */
  readonly at: number;
  /** Identifiers of the viewed products, oldest view first. */
  readonly visits: readonly string[];
}

/** A test case: predict the next product of a session from the first visits. */
export interface Question {
  /** Time of the prediction in milliseconds since 1970. */
  readonly at: number;
  /** Products of the session's first visits; at least one product. */
  readonly session: readonly string[];
  readonly next: string;
}

/** Sessions for learning, and test cases from later sessions. */
export interface SessionSplit {
  readonly name: string;
  /** Notes for the report. */
  readonly notes: readonly string[];
  /** Sessions from which the recommender learns, sorted by end time. */
  readonly training: readonly RecordedSession[];
  readonly questions: readonly Question[];
  /** Target values between 0 and 1, and the published result they come from. */
  readonly wanted: { readonly hitRate: number; readonly reciprocalRank: number; readonly reference: string };
}

/**
 * Returns a test case for each visit of a session except the first.
 * @param at returns the time of a visit in milliseconds since 1970
 */
export const questionsOf = (visits: readonly string[], at: (visit: number) => number): Question[] =>
  visits.slice(1).map((next, before) => ({ at: at(before), session: visits.slice(0, before + 1), next }));

/**
 * Splits the training sessions by time into a training part and a validation part. Products without training sessions
 * are removed from the validation part, as in published splits.
 * @param share share of the validation part, between 0 and 1
 */
export function validationSplit(split: SessionSplit, share: number): SessionSplit {
  const cut = Math.round(split.training.length * (1 - share));
  const training = split.training.slice(0, cut);
  const known = new Set(training.flatMap(({ visits }) => visits));
  const questions = split.training.slice(cut).flatMap(({ at, visits }) =>
    questionsOf(
      visits.filter((id) => known.has(id)),
      () => at,
    ),
  );
  const notes = [
    ...split.notes,
    `validation: the last ${training.length === 0 ? 0 : Math.round(share * 100)} % of the training sessions, without the test data`,
  ];
  return { ...split, notes, training, questions };
}

const DAY_MS = 86_400_000;

/**
 * Simulates a small shop with an evenly distributed sample of training sessions per day. Products that do not occur in
 * the sample are removed from the evaluated sessions, as in published splits.
 */
export function smallShop(split: SessionSplit, sessionsADay: number): SessionSplit {
  const { training: all } = split;
  const days = ((all.at(-1)?.at ?? 0) - (all[0]?.at ?? 0)) / DAY_MS;
  const wanted = Math.min(all.length, Math.max(1, Math.round(sessionsADay * days)));
  const training = Array.from({ length: wanted }, (_, at) => all[Math.floor(((at + 0.5) * all.length) / wanted)] as RecordedSession); // prettier-ignore
  const known = new Set(training.flatMap(({ visits }) => visits));
  const questions = split.questions.flatMap(({ at, session, next }) => {
    const visits = session.filter((id) => known.has(id));
    return visits.length > 0 && known.has(next) ? [{ at, session: visits, next }] : [];
  });
  return {
    ...split,
    notes: [...split.notes, `simulated small shop: ${sessionsADay} sessions per day`],
    training,
    questions,
  };
}
