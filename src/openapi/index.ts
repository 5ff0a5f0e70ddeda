/**
 * The OpenAPI document, generated from the declarations of the routes. The service serves the document; the documentation and the types of
 * the client are generated from it.
 */
export { openApiDocument } from "./openapi.js";
export { openApiRoutes } from "./routes.js";
