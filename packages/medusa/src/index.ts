export { createProducts } from "@vitrine/client/products";
export { createConnector, EVENTS } from "./connector.js";
export type { Connector, ConnectorOptions, SubscriberArguments } from "./connector.js";
export { variantsOf } from "./product.js";
export type { MedusaProduct } from "./product.js";
export type { MedusaContainer } from "./query.js";
