import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Metrics of the admission of requests, by class (reads or events). */
export interface AdmissionMetrics {
  /** `outcome`: admitted or refused. */
  readonly requests: Counter<"class" | "outcome">;
  readonly waited: Histogram<"class">;
  readonly limit: Gauge<"class">;
  readonly running: Gauge<"class">;
}

export function admissionMetrics(registers: Registry[]): AdmissionMetrics {
  return {
    requests: new Counter({
      name: "vitrine_admission_requests_total",
      help: "Requests of shoppers and trackers by class (reads or events) and outcome (admitted or refused)",
      labelNames: ["class", "outcome"],
      registers,
    }),
    waited: new Histogram({
      name: "vitrine_admission_wait_seconds",
      help: "Time that admitted requests waited for others to end",
      labelNames: ["class"],
      buckets: [0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5],
      registers,
    }),
    limit: new Gauge({
      name: "vitrine_admission_limit",
      help: "Requests that may run at once",
      labelNames: ["class"],
      registers,
    }),
    running: new Gauge({
      name: "vitrine_admission_running",
      help: "Requests that run",
      labelNames: ["class"],
      registers,
    }),
  };
}
