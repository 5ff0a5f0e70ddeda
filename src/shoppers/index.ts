/**
 * The erasure of shoppers: their events, their taste and the data learned from them. Every process follows the erasures of all processes.
 */
export { type ErasureReport, eraseShopper, followTombstones } from "./erasure.js";
export { ERASE, shopperRoutes } from "./routes.js";
