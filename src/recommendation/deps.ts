import type { LiveCatalogs } from "../catalog/live.js";
import type { Metrics } from "../observability/metrics.js";
import type { Personalizer } from "../personalization/personalizer.js";
import type { AnswerMemory } from "../tracking/answers.js";
import type { CandidateDeps } from "./find-candidates.js";
import type { SituationDeps } from "./read-situation.js";

/** What recommendations are made with. */
export interface RecommendationDeps extends CandidateDeps, SituationDeps {
  readonly liveCatalogs: Pick<LiveCatalogs, "get">;
  readonly personalizer: Pick<Personalizer, "recall" | "rank">;
  readonly answers: Pick<AnswerMemory, "remember">;
  /** Answers that were given with something left out. */
  readonly degraded: Metrics["degraded"];
  /** Makes a `recommendation_id`: no two are ever the same. */
  readonly newId: () => string;
}
