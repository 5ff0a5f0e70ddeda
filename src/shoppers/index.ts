/**
 * The erasure of shoppers: their events, their taste and the data learned from them. Every process also removes
 * shoppers that other processes have erased.
 */
export { type ErasureReport, eraseShopper, followTombstones } from "./erasure.js";
export { ERASE, shopperRoutes } from "./routes.js";
