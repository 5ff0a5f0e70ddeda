/**
 * The erasure of shopper data: events, taste documents and learned data. Every process also removes data of shoppers that other processes
 * have erased.
 */
export { type ErasureReport, eraseShopper, followTombstones } from "./erasure.js";
export { ERASE, shopperRoutes } from "./routes.js";
