import { Counter, type Registry } from "prom-client";

export interface ErasureMetrics {
  /** `kind`: device, user, both. */
  readonly erasures: Counter<"kind">;
  /** `kind`: events, answers, tastes, pages, queries. */
  readonly removed: Counter<"kind">;
}

export function erasureMetrics(registry: Registry): ErasureMetrics {
  const registers = [registry];
  return {
    erasures: new Counter({
      name: "vitrine_erasures_total",
      help: "Shoppers that this process was asked to erase and did, by what named them (device, user, both)",
      labelNames: ["kind"],
      registers,
    }),
    removed: new Counter({
      name: "vitrine_erased_documents_total",
      help: "What erasures of this process removed by kind (events, answers, tastes, pages, queries)",
      labelNames: ["kind"],
      registers,
    }),
  };
}
