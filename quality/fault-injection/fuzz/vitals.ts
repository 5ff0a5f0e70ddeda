import { readMetrics } from "../../shared/service.js";
import type { ServiceAddress } from "../test-bed.js";

export interface Vitals {
  readonly residentBytes: number;
  /** Number of open files and sockets. */
  readonly handles: number;
}

/** Reads the service's metrics from its operations port. */
export async function vitalsOf({ operationsUrl }: Pick<ServiceAddress, "operationsUrl">): Promise<Vitals> {
  const value = await readMetrics(operationsUrl);
  return { residentBytes: value("process_resident_memory_bytes"), handles: value("nodejs_active_handles_total") };
}
