import { Counter, Gauge, type Registry } from "prom-client";

/** How the cache of live catalogues does, by what is kept in it. */
export interface CacheMetrics {
  /** `outcome`: hit, miss. */
  readonly reads: Counter<"kind" | "outcome">;
  /** Entries evicted for lack of room. */
  readonly evictions: Counter<"kind">;
  readonly bytes: Gauge<"kind">;
}

export const cacheMetrics = (registers: Registry[]): CacheMetrics => ({
  reads: new Counter({
    name: "vitrine_cache_reads_total",
    help: "Reads of the cache of live catalogues by what was read and whether it was there (hit or miss)",
    labelNames: ["kind", "outcome"],
    registers,
  }),
  evictions: new Counter({
    name: "vitrine_cache_evictions_total",
    help: "Entries of the cache of live catalogues that were given up for want of room",
    labelNames: ["kind"],
    registers,
  }),
  bytes: new Gauge({
    name: "vitrine_cache_bytes",
    help: "About what entries of the cache of live catalogues take in memory",
    labelNames: ["kind"],
    registers,
  }),
});
