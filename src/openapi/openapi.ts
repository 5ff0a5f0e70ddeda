import { DESCRIPTION } from "./description.js";
import type { OpenApiDocument } from "./document-types.js";
import { SCHEMAS } from "./components.js";
import { HEADERS, PARAMETERS, SECURITY_SCHEMES } from "./response-headers.js";
import { EXPLANATION_PATHS } from "./operations/explanation-paths.js";
import { EVENT_PATHS } from "./operations/event-paths.js";
import { INGESTION_PATHS } from "./operations/ingestion-paths.js";
import { RECOMMENDATION_PATHS } from "./operations/recommendation-paths.js";
import { SEARCH_PATHS } from "./operations/search-paths.js";
import { SERVICE_PATHS } from "./operations/service-paths.js";
import { SHOPPER_PATHS } from "./operations/shopper-paths.js";
import { STOREFRONT_PATHS } from "./operations/storefront-paths.js";
import { SUGGEST_PATHS } from "./operations/suggest-paths.js";
import { TASTE_PATHS } from "./operations/taste-paths.js";

/**
 * The whole HTTP interface. Request bodies are described by the very schemas that validate them; answers by schemas that
 * tests hold the running service to.
 * @param version of the service
 */
export function openApiDocument(version: string): OpenApiDocument {
  return {
    openapi: "3.1.1",
    info: { title: "Vitrine", version, description: DESCRIPTION },
    servers: [{ url: "/", description: "This service" }],
    tags: [
      { name: "Recommendations", description: "For pages, with the public key." },
      { name: "Events", description: "What shoppers do, from their browsers or from the shop's own records." },
      { name: "Taste", description: "What a browser is taken to like: shown, corrected and forgotten." },
      { name: "Ingestion", description: "The catalogue, with the private key." },
      { name: "Storefront", description: "Sort keys, facets and the rest of a storefront's configuration." },
      { name: "Documentation", description: "Open to everybody." },
    ],
    paths: {
      ...SEARCH_PATHS,
      ...SUGGEST_PATHS,
      ...RECOMMENDATION_PATHS,
      ...EVENT_PATHS,
      ...SHOPPER_PATHS,
      ...TASTE_PATHS,
      ...INGESTION_PATHS,
      ...STOREFRONT_PATHS,
      ...EXPLANATION_PATHS,
      ...SERVICE_PATHS,
    },
    components: {
      schemas: SCHEMAS,
      parameters: PARAMETERS,
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}
