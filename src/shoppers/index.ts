/**
 * The erasure of shoppers: of their events, their taste and what was learned from them.
 * Every process follows what any of them has erased.
 */
export { type ErasureReport, eraseShopper, followTombstones } from "./erasure.js";
export { ERASE, shopperRoutes } from "./routes.js";
