import { once } from "node:events";
import { PassThrough } from "node:stream";
import type { PayloadStore } from "./payloads.js";
import type { LineError } from "./ingestion-report.js";

/** All errors of a job, one JSON object a line; the report has the first hundred. */
export interface ErrorList {
  /** Waits while the store is slower than the errors come. @throws what the store throws */
  add(error: LineError): Promise<void>;
  /** Resolves when the list is stored. */
  close(): Promise<void>;
}

export function openErrorList(store: PayloadStore, name: string): ErrorList {
  const list = new PassThrough();
  const stored = store.put(name, list);
  // Awaited with the next error and at the end; until then a failure must not count as unhandled.
  stored.catch(() => undefined);
  return {
    async add(error) {
      if (!list.write(`${JSON.stringify(error)}\n`)) await Promise.race([once(list, "drain"), stored]);
    },
    async close() {
      list.end();
      await stored;
    },
  };
}
