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
  /** Maximum share (0–1) of lines without a readable product identifier; if the share is exceeded, a soft_replace fails. */
  readonly maxUnreadableShare: number;
}

export interface JobDeps {
  readonly engine: Engine;
  readonly payloads: PayloadStore;
  readonly liveCatalogs: LiveCatalogs;
  /** Installs the catalogue template of a language if it is missing. */
  ensureTemplate(language: Language): Promise<void>;
  readonly limits: IngestionLimits;
}

/** One run of a job by a process that holds the client's lease. */
export interface JobRun extends JobDeps {
  readonly job: IngestionJob;
  readonly configuration: StorefrontConfiguration;
  readonly lease: Lease;
  readonly meanwhile: LinesMeanwhile;
  /** Collects the ids of products that the job may change in the live catalogue. */
  readonly touched?: Set<string> | undefined;
  readonly report: Report;
  /** Changes to publish in the next catalogue version, even if the job fails. */
  readonly changes: ChangedProducts;
  /** Aborted on shutdown; cancels running calls. */
  readonly signal: AbortSignal;
  /** Aborted on shutdown or cancellation; stops new work, but running calls complete. */
  readonly halt: AbortSignal;
  /** Prevents cancellation from now on. @throws {JobCancelledError} if the job was cancelled before */
  commit(): Promise<void>;
  /** Logs the engine's reason for rejecting a product; not shown to the shop. */
  onRefused(productIdentifier: string, reason: string): void;
  onProgress(phase: JobPhase, bytes: number): void;
  /** Receives the result of each line with a version. */
  readonly tell: (line: number, outcome: VersionedOutcome) => void;
}

/** Error after which a job fails permanently. The error message is part of the job's report. */
export class JobFailure extends Error {
  override readonly name = "JobFailure";
}

export const errorListName = (id: number): string => `${id}.errors.ndjson`;
export const isErrorList = (name: string): boolean => name.endsWith(".errors.ndjson");

/** Formats a share with two decimals, so that 0.1005 and 0.1 differ. */
export const percent = (share: number): string => `${Number((share * 100).toFixed(2))} %`;

export function openErrorList(store: PayloadStore, name: string): ErrorList {
  const list = new PassThrough();
  const stored = store.put(name, list);
  // Prevents an unhandled rejection until `add` or `close` waits for the store and throws the error.
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

/** Checks that the feed has at least one accepted line. @throws {JobFailure} if all lines were rejected */
export function failWithoutLines(report: Report): void {
  const { received, rejected } = report.lines;
  if (rejected < received) return;
  const first = report.firstError;
  const reason =
    first === undefined
      ? ""
      : `; ${first.line === 0 ? `product ${first.product_identifier}` : `line ${first.line}`}: ${first.reason}`;
  throw new JobFailure(`${received} of ${received} lines rejected${reason}`);
}

/**
 * Maximum number of changed products per job that are tagged. A job with more changes is treated as changing all products, because tags per
 * product would cost more than they save.
 */
const MAX_PRODUCTS = 100;

/** The products that a job has changed, or may have changed, in the live catalogue. */
export class ChangedProducts {
  readonly #products = new Set<string>();
  #tags: Set<Tag> | null = new Set();

  get isEmpty(): boolean {
    return this.#tags?.size === 0;
  }

  /** Tags of the changed products, before and after the change; null if all products may have changed. */
  get tags(): readonly Tag[] | null {
    return this.#tags && [...this.#tags];
  }

  addEverything(): void {
    this.#tags = null;
  }

  /** Records a product that is about to be written. @param types current field types of the index */
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
