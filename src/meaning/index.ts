/**
 * Search by meaning: encodes texts and products as vectors and finds the products near a query.
 * Does nothing unless a model is configured.
 */
export { EncoderError, createEncoder } from "./encoder.js";
export { type NearProducts, createNearProducts } from "./near-products.js";
export type { Near } from "./nearest.js";
export { type EncodedEditions, VECTORS_LEASE, encodeCatalogues } from "./vectors-learner.js";
