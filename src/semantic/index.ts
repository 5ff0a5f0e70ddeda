/**
 * Semantic search: converts texts and products to vectors and finds products near a query. Disabled unless an embedding model is
 * configured.
 */
export { EmbeddingError, createEmbeddingModel } from "./embedding-model.js";
export { type NearProducts, createNearProducts } from "./near-products.js";
export type { Near } from "./nearest.js";
export { type EncodedCatalogVersions, VECTORS_LEASE, encodeCatalogues } from "./vectors-learner.js";
