/**
 * Search by meaning: encodes texts and products as vectors and finds the products near a query.
 * Does nothing unless a model is configured.
 */
export { EmbeddingError, createEmbeddingModel } from "./embedding-model.js";
export { type NearProducts, createNearProducts } from "./near-products.js";
export type { Near } from "./nearest.js";
export { type EncodedEditions as EncodedCatalogVersions, VECTORS_LEASE, encodeCatalogues } from "./vectors-learner.js";
