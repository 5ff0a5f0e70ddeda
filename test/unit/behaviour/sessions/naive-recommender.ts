/** Product visits of one session. */
export interface NaiveSession {
  readonly visits: readonly string[];
  /** Time of the session, in milliseconds since 1970. */
  readonly at: number;
}

const DAY_MS = 86_400_000;
const distinct = (visits: readonly string[]) => [...new Set(visits)];
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const age = (session: NaiveSession, at: number) => Math.exp(-(at - session.at) / (90 * DAY_MS));
const near = (from: number, to: number) =>
  to > from ? Math.exp(-(to - from - 1) / 2) : to < from ? 0.7 * Math.exp(-(from - to - 1)) : 1;

/**
 * Returns the scores of unvisited products by product identifier. Reference implementation of decision record 28 with
 * plain lists and without limits.
 */
export function naiveScores(sessions: readonly NaiveSession[], requested: readonly string[], at: number) {
  const having = (product: string) => sessions.filter(({ visits }) => visits.includes(product));
  const scores = new Map<string, number>();
  const add = (product: string, weight: number) => scores.set(product, (scores.get(product) ?? 0) + weight);
  const known = distinct(requested).filter((product) => having(product).length > 0);
  const importance = new Map(
    known.map((product) => {
      const weights = requested.map((one, position) =>
        one === product ? Math.exp(-(requested.length - 1 - position) / 1.4) : 0,
      );
      return [product, sum(weights) / Math.sqrt(having(product).length)];
    }),
  );
  const neighbours = sessions.filter(({ visits }) => visits.some((product) => importance.has(product)));
  const last = requested.at(-1)!;
  const successors = new Map<string, number>();
  for (const neighbour of neighbours) {
    const { visits } = neighbour;
    const common = sum(distinct(visits).map((product) => importance.get(product) ?? 0));
    const similarity = age(neighbour, at) * Math.sqrt(common / Math.sqrt(visits.length));
    visits.forEach((product, from) => {
      const weight = similarity * (importance.get(product) ?? 0);
      if (weight > 0) visits.forEach((other, to) => add(other, weight * near(from, to)));
      const next = visits[from + 1];
      if (product !== last || next === undefined) return;
      const alike = (age(neighbour, at) * common) / importance.get(last)!;
      successors.set(next, (successors.get(next) ?? 0) + alike);
    });
  }
  const first = [...scores].sort(
    ([one, score], [other, otherScore]) =>
      otherScore - score || having(other).length - having(one).length || (one < other ? -1 : 1),
  );
  for (const [leader, score] of first.slice(0, 10)) {
    const own = having(leader);
    const weight = (0.6 * Math.sqrt(score * first[0]![1])) / own.length;
    for (const session of own) {
      const here = (weight * age(session, at)) / Math.sqrt(session.visits.length);
      session.visits.forEach((product, from) => {
        if (product !== leader) return;
        session.visits.forEach((other, to) => (to === from ? undefined : add(other, here * near(from, to))));
      });
    }
  }
  const followed = sum([...successors.values()]);
  for (const [product, count] of successors) {
    scores.set(product, scores.get(product)! * (1 + followed) ** (count / (followed + 3)));
  }
  const unseen = [...scores].filter(([product]) => !requested.includes(product));
  const total = sum(unseen.map(([, score]) => score));
  const belief = neighbours.length / (neighbours.length + 20);
  return new Map(unseen.map(([product, score]) => [product, (belief * score) / total]));
}
