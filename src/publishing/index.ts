/**
 * Reviews and publishes changes of a storefront's configuration. This module publishes all changes, whether they come from the console, the
 * HTTP API or a command.
 */
export { changedRules } from "./affected-listings.js";
export { type Change, type PublishRequest, type PublishingDeps, publish, review } from "./publish.js";
export { type Review, type RuleRemarks, ruleRemarks } from "./review.js";
export { READ_CONFIGURATION_SCHEMA, READ_STOREFRONT, REPLACE_CONFIGURATION, storefrontRoutes } from "./routes.js";
