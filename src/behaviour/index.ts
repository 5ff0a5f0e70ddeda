/**
 * Learning from the stored events: sessions and their products, popularity, and the searches that led to products. Each process keeps its
 * own sessions in memory. Only one process at a time writes the learned signals to products and queries.
 */
export { type TagDevice, deviceTags } from "./device-tag.js";
export { createLeasedLearner } from "./leased-learner.js";
export { queriesState, readQueries, removeShoppers } from "./queries/observe.js";
export { type ChosenCategories, chosenIn, commonQueries, intentOf } from "./queries/query-record.js";
export { productsBeside } from "./sessions/companions.js";
export { type SessionNeighbours, createSessionNeighbours } from "./sessions/neighbours.js";
export type { SessionRecommendation } from "./sessions/recommender.js";
export { type RunningSessions, startSessions } from "./sessions/start-sessions.js";
export type { ProductSignals } from "./signals/product-signals.js";
export { SIGNALS_LEASE, createLearner } from "./signals/signals-learner.js";
export { CHOICES, SESSION_PAUSE_MS } from "./visited.js";
