import type { SessionNeighbours } from "../behaviour/sessions/neighbours.js";
import { errorFields } from "../observability/logger.js";
import { createRecommendation } from "../recommendation/recommendation.js";
import { recommendationRoutes } from "../recommendation/routes.js";
import type { ImpressionLog } from "../tracking/impressions.js";
import type { Domain, Foundation } from "./domain.js";
import type { Personalization } from "./personalization-domain.js";

export function recommendationDomain(
  { config, engine, logger, metrics, liveCatalogs, cache, publicGuards, body, admit, now }: Foundation,
  { personalizer }: Personalization,
  impressions: ImpressionLog,
  neighbours: SessionNeighbours,
): Domain {
  const recommendation = createRecommendation({
    engine,
    liveCatalogs,
    cache,
    personalizer,
    impressions,
    neighbours,
    now,
    degraded: metrics.degraded,
    budgetMs: config.recommendationBudgetMs,
    onFailure: (error) => logger.warn("candidates of a recommendation are missing", errorFields(error)),
  });
  const router = recommendationRoutes(recommendation, [...publicGuards, body, admit]);
  return { routers: [{ path: "/v2/recommendations/query", router }] };
}
