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
