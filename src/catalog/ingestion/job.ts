import type { Engine } from "../../engine/engine.js";
import type { Language, StorefrontConfiguration } from "../../storefront/configuration.js";
import type { LiveCatalogs } from "../live.js";
import type { JobPhase } from "./attempts.js";
import type { ChangedProducts } from "./changed-products.js";
import type { ErrorList } from "./error-list.js";
import type { Lease } from "../../engine/lease.js";
import type { PayloadStore } from "./payloads.js";
import type { IngestionJob } from "./ingestion-record.js";
import type { Report } from "./ingestion-report.js";

export interface IngestionLimits {
  readonly maxLineBytes: number;
  /** Share (0–1) of lines without a readable product beyond which a job fails. */
  readonly maxUnreadableShare: number;
}

/** The dependencies of any job. */
export interface JobDeps {
  readonly engine: Engine;
  readonly payloads: PayloadStore;
  readonly liveCatalogs: LiveCatalogs;
  /** Installs the catalogue template of a language where it is missing. */
  ensureTemplate(language: Language): Promise<void>;
  /** Generations, by index, that shoppers read on in although another one may be live. */
  neededGenerations(): Promise<ReadonlySet<string>>;
  readonly limits: IngestionLimits;
}

/** One run of one job, under the client's lease. */
export interface JobRun extends JobDeps {
  readonly job: IngestionJob;
  readonly configuration: StorefrontConfiguration;
  readonly lease: Lease;
  readonly report: Report;
  /** The changes that the job's edition will list, however the job ends. */
  readonly changes: ChangedProducts;
  readonly errors: ErrorList;
  /** Aborted with the process: calls that are under way are given up. */
  readonly signal: AbortSignal;
  /** Aborted then, and when the job is cancelled: nothing more is begun, and what is under way is waited for. */
  readonly halt: AbortSignal;
  /** From now on the job cannot be cancelled. @throws JobCancelledError when it was before */
  commit(): Promise<void>;
  /** Told what the search engine says against a product; for the log, not for the shop. */
  onRefused(productIdentifier: string, reason: string): void;
  onProgress(phase: JobPhase, bytes: number): void;
}

/** The job cannot be done; the message goes into its report. */
export class JobFailure extends Error {
  override readonly name = "JobFailure";
}

export const errorListName = (id: number): string => `${id}.errors.ndjson`;
export const isErrorList = (name: string): boolean => name.endsWith(".errors.ndjson");

export const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 2 : 0)} %`;
