export { createAdminApi } from "./admin-api.js";
export type { AdminApi, AdminApiOptions, AllProducts, Stock } from "./admin-api.js";
export { createWebhookHandler } from "./handler.js";
export type { HandlerOptions, WebhookHandler } from "./handler.js";
export { loadEverything } from "./load.js";
export { isSigned, linesOf } from "./webhook.js";
export type { Webhook } from "./webhook.js";
