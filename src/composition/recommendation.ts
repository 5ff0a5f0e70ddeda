import { randomBytes } from "node:crypto";
import type { SessionNeighbours } from "../behaviour/sessions/neighbours.js";
import { errorFields } from "../observability/logger.js";
import { recommendationRoutes } from "../recommendation/routes.js";
import { createSharedAnswers } from "../recommendation/shared-answers.js";
import { ID_BYTES } from "../search/cursor/cursor.js";
import type { AnswerMemory } from "../tracking/answers.js";
import type { Domain, Foundation } from "./domain.js";
import type { Personalization } from "./personalization.js";

export function recommendationDomain(
  { config, engine, logger, metrics, liveCatalogs, products, publicGuards, body, admit, now }: Foundation,
  { personalizer }: Personalization,
  answers: AnswerMemory,
  neighbours: SessionNeighbours,
): Domain {
  const router = recommendationRoutes({
    ...{ engine, liveCatalogs, products, personalizer, answers, neighbours, now },
    shared: createSharedAnswers({ maxBytes: SHARED_BYTES, now: () => performance.now() }),
    degraded: metrics.degraded,
    budgetMs: config.recommendationBudgetMs,
    onFailure: (error) => logger.warn("candidates of a recommendation are missing", errorFields(error)),
    newId: () => randomBytes(ID_BYTES).toString("base64url"),
    guards: [...publicGuards, body, admit],
  });
  return { routers: [{ path: "/v2/recommendations/query", router }] };
}

const SHARED_BYTES = 16 * 1024 * 1024;
