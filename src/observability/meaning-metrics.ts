import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Metrics of finding products by meaning. */
export interface MeaningMetrics {
  readonly queryDuration: Histogram<"outcome">;
  readonly encoded: Counter;
  readonly remaining: Gauge;
  readonly products: Gauge;
  readonly bytes: Gauge;
}

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];

export function meaningMetrics(registry: Registry): MeaningMetrics {
  const registers = [registry];
  return {
    queryDuration: new Histogram({
      name: "vitrine_meaning_query_seconds",
      help: "Time of encoding a query by outcome (answered, failed)",
      labelNames: ["outcome"],
      buckets: BUCKETS,
      registers,
    }),
    encoded: new Counter({
      name: "vitrine_meaning_encoded_products_total",
      help: "Products that got a vector because their text is new or has changed",
      registers,
    }),
    remaining: new Gauge({
      name: "vitrine_meaning_remaining_products",
      help: "Products of the catalogue at hand that have still to be looked at or encoded, in the process that encodes",
      registers,
    }),
    products: new Gauge({
      name: "vitrine_meaning_products",
      help: "Products that this process finds by meaning",
      registers,
    }),
    bytes: new Gauge({ name: "vitrine_meaning_bytes", help: "Memory for their vectors", registers }),
  };
}
