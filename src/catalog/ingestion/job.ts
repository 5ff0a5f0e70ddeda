import { once } from "node:events";
import { PassThrough } from "node:stream";
import type { Engine } from "../../engine/engine.js";
import type { Language } from "../../languages/index.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import type { LiveCatalogs } from "../live.js";
import type { JobPhase } from "./attempts.js";
import type { Lease } from "../../engine/lease.js";
import type { PayloadStore } from "./payloads.js";
import type { IngestionJob } from "./ingestion-record.js";
import type { ErrorList, Report } from "./ingestion-report.js";
import type { LinesMeanwhile } from "./lines-meanwhile.js";
import type { TimeSlice } from "../../lib/periodic.js";
import type { ProductSource } from "../product-document.js";
import { MAX_TAGS_OF_CATALOG_VERSION, type Tag } from "../catalog-version.js";
import type { FieldTypes } from "../fields.js";
import { productTags } from "../tags.js";
import type { VersionedOutcome } from "./versions.js";

interface IngestionLimits {
  readonly maxLineBytes: number;
  /** Share (0–1) of lines without a readable product beyond which a job fails. */
  readonly maxUnreadableShare: number;
}

export interface JobDeps {
  readonly engine: Engine;
  readonly payloads: PayloadStore;
  readonly liveCatalogs: LiveCatalogs;
  /** Installs the catalogue template of a language where it is missing. */
  ensureTemplate(language: Language): Promise<void>;
  readonly limits: IngestionLimits;
}

/** One run of one job, under the client's lease. */
export interface JobRun extends JobDeps {
  readonly job: IngestionJob;
  readonly configuration: StorefrontConfiguration;
  readonly lease: Lease;
  readonly meanwhile: LinesMeanwhile;
  /** Gets the identifiers of the products that the job may change in the live generation. */
  readonly touched?: Set<string> | undefined;
  readonly report: Report;
  /** The changes that the job's edition will list, however the job ends. */
  readonly changes: ChangedProducts;
  /** Aborted with the process: calls that are under way are given up. */
  readonly signal: AbortSignal;
  /** Aborted then, and when the job is cancelled: nothing more is begun, and what is under way is waited for. */
  readonly halt: AbortSignal;
  /** From now on the job cannot be cancelled. @throws JobCancelledError when it was before */
  commit(): Promise<void>;
  /** Told what the search engine says against a product; for the log, not for the shop. */
  onRefused(productIdentifier: string, reason: string): void;
  onProgress(phase: JobPhase, bytes: number): void;
  /** Told what became of a line that has a version. */
  readonly tell: (line: number, outcome: VersionedOutcome) => void;
}

/** The job cannot be done; the message goes into its report. */
export class JobFailure extends Error {
  override readonly name = "JobFailure";
}

export const errorListName = (id: number): string => `${id}.errors.ndjson`;
export const isErrorList = (name: string): boolean => name.endsWith(".errors.ndjson");

/** With as many digits as two shares need that are compared: 0.1005 is more than 0.1. */
export const percent = (share: number): string => `${Number((share * 100).toFixed(2))} %`;

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

/** @throws JobFailure when no line was taken: a job that did nothing of what it was sent for has not succeeded */
export function failWithoutLines(report: Report): void {
  const { received, rejected } = report.lines;
  if (rejected < received) return;
  const first = report.firstError;
  const reason =
    first === undefined
      ? ""
      : `; the first, ${first.line === 0 ? first.product_identifier : `line ${first.line}`}: ${first.reason}`;
  throw new JobFailure(`none of the ${received} lines was taken${reason}`);
}

/** A job that changes more changes everything: looking at each product would cost it more than readers gain. */
const MAX_PRODUCTS = 100;

/** The products that a job has changed, or may have changed, in the live catalogue. */
export class ChangedProducts {
  readonly #products = new Set<string>();
  #tags: Set<Tag> | null = new Set();

  get isEmpty(): boolean {
    return this.#tags?.size === 0;
  }

  /** Of the products, before and after; null for everything. */
  get tags(): readonly Tag[] | null {
    return this.#tags && [...this.#tags];
  }

  addEverything(): void {
    this.#tags = null;
  }

  /** Tells of a product that is about to be written. @param types of the index, as they are then */
  async add(
    before: ProductSource | undefined,
    after: ProductSource,
    types: FieldTypes,
    slice: TimeSlice,
  ): Promise<void> {
    this.#products.add(after.product_identifier);
    if (this.#products.size > MAX_PRODUCTS) this.addEverything();
    for (const product of before === undefined ? [after] : [before, after]) {
      for (const some of productTags(product, types)) {
        if (this.#tags === null) return;
        for (const tag of some) this.#tags.add(tag);
        if (this.#tags.size > MAX_TAGS_OF_CATALOG_VERSION) this.addEverything();
        if (slice.isOver()) await slice.next();
      }
    }
  }
}
