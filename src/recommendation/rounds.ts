import { CATALOGUE_RECOMMENDERS, type RecommenderName } from "../storefront/recommendation-configuration.js";
import type { Proposal } from "./recommenders/proposal.js";

/** A recommender's proposal for a block. */
export interface Step {
  readonly by: RecommenderName;
  readonly proposal: Proposal;
  /** Based on the behaviour of a single device. */
  readonly alone?: true;
}

export interface Rounds {
  readonly first: readonly Step[];
  readonly rest: readonly Step[];
}

/**
 * Divides the steps of a profile into two rounds. The first has products known by name, as many as the block could use,
 * and while there are fewer, the first search, because those products may be gone or not eligible. A step may be in
 * both rounds, a part of it in each. A step may be in both rounds, a part of it in each.
 * @param size candidates that the block could use
 * @param excluded products that the block does not show whoever proposes them
 */
export function inRounds(steps: readonly Step[], size: number, excluded: ReadonlySet<string>): Rounds {
  const first: Step[] = [];
  const rest: Step[] = [];
  const named = new Set<string>(excluded);
  let room = size;
  for (const { by, proposal, ...more } of steps) {
    if (proposal.kind === "search") {
      (room > 0 ? first : rest).push({ by, proposal });
      room = 0;
      continue;
    }
    const ids = proposal.ids.filter((id) => !named.has(id));
    for (const id of ids) named.add(id);
    const step = (some: readonly string[]): Step[] =>
      some.length === 0 ? [] : [{ by, proposal: { kind: "products", ids: some }, ...more }];
    first.push(...step(ids.slice(0, room)));
    rest.push(...step(ids.slice(room)));
    room = Math.max(0, room - ids.length);
  }
  return { first, rest };
}

/**
 * Puts what one device alone stands behind after the steps that tell by what products are: nobody steers what others are shown,
 * and where nothing else is known it still serves.
 */
export function behindContent(steps: readonly Step[]): Step[] {
  const alone = steps.flatMap(({ by, proposal }): Step[] => {
    const ids = proposal.kind === "products" ? (proposal.alone ?? []) : [];
    return ids.length === 0 ? [] : [{ by, proposal: { kind: "products", ids }, alone: true }];
  });
  const last = steps.findLastIndex(({ by }) => !STARTS_ANYWHERE.has(by));
  return [...steps.slice(0, last + 1), ...alone, ...steps.slice(last + 1)];
}

/** The recommenders that do not depend on the page. */
const STARTS_ANYWHERE: ReadonlySet<RecommenderName> = new Set(CATALOGUE_RECOMMENDERS);
