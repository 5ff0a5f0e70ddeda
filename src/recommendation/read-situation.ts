import type { LiveCatalog } from "../catalog/live.js";
import type { Engine } from "../engine/engine.js";
import { search } from "../engine/search.js";
import type { Personalizer } from "../personalization/personalizer.js";
import type { Storefront } from "../storefront/client.js";
import type { RecommendationRequest } from "./request.js";
import { seedOf, seedsBody, type LearntSource, type Seed } from "./seed.js";
import { sessionOf, type Situation } from "./situation.js";

export interface SituationDeps {
  readonly engine: Engine;
  readonly personalizer: Pick<Personalizer, "recall">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface ReadSituation {
  readonly situation: Situation;
  /** Taste could not be had in time. */
  readonly without_taste: boolean;
}

/** Looks up who is asking and what the page is about, both at once. @throws errors of the engine as they are */
export async function readSituation(
  { engine, personalizer, now }: SituationDeps,
  storefront: Storefront,
  live: LiveCatalog,
  request: RecommendationRequest,
): Promise<ReadSituation> {
  const { client_id, configuration } = storefront;
  const [{ ranking, snapshot, viewed }, seeds] = await Promise.all([
    personalizer.recall(storefront, request),
    readSeeds(engine, storefront, live, request.seeds),
  ]);
  const lastViewed = viewed.slice(0, 1).map(({ id }) => id);
  const focus = seeds.length > 0 ? seeds : await readSeeds(engine, storefront, live, lastViewed);
  const at = now();
  const known = seeds.map(({ id }) => id);
  return {
    situation: {
      ...{ client_id, configuration, at, seeds, focus, viewed, taste: snapshot },
      leaves: live.leaves,
      named: request.seeds,
      session: sessionOf(viewed, known, at),
      words: request.words,
    },
    without_taste: ranking === "degraded",
  };
}

/** Those that the catalogue has, in the order in which they were named. */
async function readSeeds(
  engine: Engine,
  { configuration }: Storefront,
  { index, leaves }: LiveCatalog,
  ids: readonly string[],
): Promise<Seed[]> {
  if (ids.length === 0) return [];
  const { hits } = await search<LearntSource>(engine, index, seedsBody(ids));
  const found = new Map(
    hits.hits.map(({ _source }) => [_source.product_identifier, seedOf(_source, leaves, configuration.taste)]),
  );
  return ids.flatMap((id) => found.get(id) ?? []);
}
