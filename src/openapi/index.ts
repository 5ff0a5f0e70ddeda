/**
 * The OpenAPI document, generated from the declarations of the routes.
 * The service serves it, and the documentation and the client's types are made of it.
 */
export { openApiDocument } from "./openapi.js";
export { openApiRoutes } from "./routes.js";
