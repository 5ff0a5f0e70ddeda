/** A session as it was recorded: its pauses, however long, do not end it. */
export interface RecordedSession {
  /** Milliseconds since 1970: its last visit. */
  readonly at: number;
  /** Products, oldest first. */
  readonly visits: readonly string[];
}

/** A question for the product that the session visited next. */
export interface Question {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The beginning of a session, at least one visit. */
  readonly session: readonly string[];
  readonly next: string;
}

/** Sessions to learn from, and questions about sessions that came later. */
export interface SessionSplit {
  readonly name: string;
  /** Notes for readers of the figures. */
  readonly notes: readonly string[];
  /** In the order in which they ended. */
  readonly training: readonly RecordedSession[];
  readonly questions: readonly Question[];
  /** The targets, of 1, and the published result they come from. */
  readonly wanted: { readonly hitRate: number; readonly reciprocalRank: number; readonly reference: string };
}

/** A question at every visit but the first. @param at milliseconds since 1970, of each visit */
export const questionsOf = (visits: readonly string[], at: (visit: number) => number): Question[] =>
  visits.slice(1).map((next, before) => ({ at: at(before), session: visits.slice(0, before + 1), next }));

/**
 * A split of the training sessions alone, for choosing constants: questions about the last share of them, learning from the
 * others. As in published splits, products that the others do not have are taken out of the sessions that are asked about.
 * @param share between 0 and 1
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
    `validation: the last ${training.length === 0 ? 0 : Math.round(share * 100)} % of the training sessions, no test rows`,
  ];
  return { ...split, notes, training, questions };
}

const DAY_MS = 86_400_000;

/**
 * The same shop, were it small: of its training sessions so many a day, evenly. As in published splits, products that these do
 * not have are taken out of the sessions that are asked about.
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
  return { ...split, notes: [...split.notes, `a small shop: ${sessionsADay} sessions a day`], training, questions };
}
