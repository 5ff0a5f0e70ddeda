import Type, { type Static } from "typebox";
import { choiceOf, count, list } from "../../schema/typed.js";

const PHASE = choiceOf({
  reading: "the feed is scanned",
  writing: "products are written",
  finishing: "the catalogue is checked and activated",
});

const PROGRESS = {
  phase: PHASE,
  bytes: count("Bytes of the decompressed feed processed in this phase."),
  bytes_total: count("Size of the decompressed feed in bytes."),
};

const INTERRUPTION = choiceOf({
  stopped: "the process was stopped",
  interrupted: "OpenSearch or the feed storage was unavailable",
  died: "the process crashed, or another process took over the job",
});

const EARLIER_ATTEMPT = Type.Object(
  {
    attempt: Type.Integer({ minimum: 1 }),
    started_at: Type.String({ format: "date-time" }),
    ended: INTERRUPTION,
    reached: Type.Number({
      minimum: 0,
      maximum: 1,
      description: "Progress of the attempt: 0.5 after the scan of the feed, 1 after all products were written.",
    }),
    counts: Type.Boolean({
      description:
        "Whether the attempt counts towards the limit of ten failed attempts: the process crashed, and the attempt made no more progress than earlier attempts.",
    }),
  },
  { description: "An interrupted attempt to run the job." },
);

export const EARLIER_ATTEMPTS = list(EARLIER_ATTEMPT, {
  description: "The latest 20 interrupted attempts. The job fails after ten attempts whose `counts` is true.",
});

/** Progress of a running job, including its earlier attempts. */
export const RUNNING_PROGRESS = Type.Object(
  {
    ...PROGRESS,
    attempt: Type.Integer({
      minimum: 1,
      description: "Number of the attempt; more than 1 if the job was interrupted and restarted.",
    }),
    earlier_attempts: EARLIER_ATTEMPTS,
    cancelling: Type.Optional(
      Type.Literal(true, {
        description: "Present if the job was cancelled. The job then ends at its next safe point.",
      }),
    ),
  },
  { $id: "IngestionProgress", description: "Progress of a running job." },
);

export type JobPhase = Static<typeof PHASE>;
export type Interruption = Static<typeof INTERRUPTION>;
export type EarlierAttempt = Static<typeof EARLIER_ATTEMPT>;
export type RunningProgress = Static<typeof RUNNING_PROGRESS>;
export type JobProgress = Pick<RunningProgress, keyof typeof PROGRESS>;

/** The attempts of a job; part of its stored record. */
export interface Attempts {
  /** The attempt that is running, or a crashed attempt whose end was not recorded. Null between attempts. */
  readonly running: { readonly attempt: number; readonly started_at: string; readonly process: string } | null;
  /** Furthest progress of any attempt, 0 to 1. */
  readonly furthest: number;
  readonly deaths: number;
  readonly counted: number;
  readonly earlier: readonly EarlierAttempt[];
}

export const NO_ATTEMPTS: Attempts = { running: null, furthest: 0, deaths: 0, counted: 0, earlier: [] };

/** Number of crashes after which the job fails. Counts crashes at the furthest progress only, which the job itself probably causes. */
const MAX_COUNTED = 10;
/** Number of crashes after which the job fails, regardless of its progress. */
const MAX_DEATHS = 100;
/**
 * Minimum difference between progress values (0 to 1). Values that differ by less count as the same progress, because progress is recorded
 * only twice a second.
 */
const SAME_POINT = 0.02;
const MAX_LISTED = 20;

export const progressReached = (progress: JobProgress | null): number => {
  if (progress === null) return 0;
  if (progress.phase === "finishing") return 1;
  const share = progress.bytes_total === 0 ? 0 : Math.min(1, progress.bytes / progress.bytes_total);
  return Math.round((progress.phase === "reading" ? share : 1 + share) * 500) / 1000;
};

/**
 * Records the end of the running attempt. A crash counts towards the limit only at the furthest progress of all attempts. A crash before
 * that point probably has a cause outside the job.
 */
export function end(before: Attempts, ended: Interruption, reached: number): Attempts {
  const { running, furthest } = before;
  if (running === null) return before;
  const hasDied = ended === "died";
  const counts = hasDied && Math.abs(reached - furthest) < SAME_POINT;
  const { attempt, started_at } = running;
  return {
    running: null,
    // An increase below the measurable difference does not count as progress.
    furthest: reached - furthest < SAME_POINT ? furthest : reached,
    deaths: before.deaths + Number(hasDied),
    counted: before.counted + Number(counts),
    earlier: [...before.earlier, { attempt, started_at, ended, reached, counts }].slice(-MAX_LISTED),
  };
}

/** Ends an attempt whose end was not recorded: as crashed if another process ran the attempt, or as interrupted if this process did. */
export function conclude(before: Attempts, process: string, progress: JobProgress | null): Attempts {
  if (before.running === null) return before;
  return end(before, before.running.process === process ? "interrupted" : "died", progressReached(progress));
}

/** Returns the reason why a job is not retried; undefined if the job is retried. */
export function giveUpReason({ counted, deaths, furthest }: Attempts): string | undefined {
  if (counted >= MAX_COUNTED) {
    return `gave up after ${counted} process crashes at the same point of the job (${Math.round(furthest * 100)} %)`;
  }
  return deaths >= MAX_DEATHS ? `gave up after ${deaths} process crashes` : undefined;
}
