import type { Readable } from "node:stream";
import { createTimeSlice } from "../../lib/periodic.js";
import type { DecidedLeaves, LeafSurvey } from "../leaf-survey.js";
import type { TaxonomySurvey } from "../taxonomy.js";
import { type ErrorList, JobFailure, rejectLine } from "./job.js";
import type { FeedProducts } from "./feed-products.js";
import { parseFeedLine, rejectedLine, type FeedLine, type InsertLine } from "./feed-line.js";
import { readFeedLines, type NumberedLine } from "./feed-reader.js";
import { LIVE, type IngestionMode } from "./ingestion-record.js";
import type { Report } from "./ingestion-report.js";

/** The result of reading a payload once before anything is written. */
export interface PayloadSurvey {
  readonly leaves: LeafSurvey;
  readonly taxonomy: TaxonomySurvey;
  /** Products with a rejected line: a soft_replace keeps of them what no valid line names. */
  readonly damaged: ReadonlySet<string>;
  /** Share (0–1) of the lines without a readable product identifier. */
  readonly unreadableShare: number;
  /** The last line, where it inserts. */
  readonly last: InsertLine | undefined;
}

/** Bounds the memory for damaged products; a feed with more is refused as a whole. */
const MAX_DAMAGED_PRODUCTS = 500_000;

export interface SurveyOptions {
  readonly mode: IngestionMode;
  readonly maxLineBytes: number;
  /** Called with the bytes read so far. */
  readonly onProgress: (bytes: number) => void;
  readonly signal: AbortSignal;
  /** Of the lines by their numbers; all unless given. */
  readonly isWanted?: (number: number) => boolean;
}

/**
 * Reads the whole payload: judges every line, counts it, writes each error to the job's error list and learns the leaves,
 * because what a new leaf is depends on all its values.
 * @param products take in every line, where the feed is to be compared with the live catalogue
 * @throws JobFailure when too many products have rejected lines, or the payload ends in the middle of a line
 */
export async function surveyPayload(
  payload: Readable,
  { leaves, taxonomy }: Pick<PayloadSurvey, "leaves" | "taxonomy">,
  report: Report,
  errors: ErrorList,
  options: SurveyOptions,
  products?: FeedProducts,
): Promise<PayloadSurvey> {
  const damaged = new Set<string>();
  let unreadable = 0;
  let cutOff: number | undefined;
  let last: InsertLine | undefined;
  for await (const lines of parsedLines(payload, options)) {
    for (const parsed of lines) {
      const { number, line } = parsed;
      report.lines.received += 1;
      if (parsed.isCutOff) cutOff = number;
      last = line.kind === "insert" ? line : undefined;
      if (line.kind === "rejected") {
        const { product_identifier, reason } = line;
        await rejectLine(report, errors, { line: number, product_identifier, reason });
        if (line.product_identifier === null) unreadable += 1;
        else damaged.add(line.product_identifier);
        products?.add(number, line, "fits");
      } else if (line.kind === "delete") {
        report.lines.deletions += 1;
        products?.add(number, line, "fits");
      } else {
        const observed = leaves.observe(line.leaves);
        taxonomy.observe(line.leaves);
        products?.add(number, line, observed);
        for (const field of line.ignored) report.ignore(field);
      }
    }
    if (damaged.size > MAX_DAMAGED_PRODUCTS) {
      throw new JobFailure(`more than ${MAX_DAMAGED_PRODUCTS} products have rejected lines`);
    }
  }
  if (cutOff !== undefined) {
    throw new JobFailure(`the payload was cut off: line ${cutOff}, its last one, ends in the middle`);
  }
  return { leaves, taxonomy, damaged, unreadableShare: unreadable / Math.max(1, report.lines.received), last };
}

export interface ParsedFeedLine {
  readonly number: number;
  readonly bytes: number;
  readonly line: FeedLine;
  /** The payload ends in the middle of this line. */
  readonly isCutOff: boolean;
}

/**
 * Tells the report and the error list which values of a payload's lines cannot be filtered on. Whether there is anything that
 * an update changes is not known yet, as it was not when leaves were learned: all of them are looked at.
 */
export async function* reportingLosses(
  chunks: AsyncIterable<ParsedFeedLine[]>,
  decided: DecidedLeaves,
  report: Report,
  errors: ErrorList,
): AsyncGenerator<ParsedFeedLine[], void, undefined> {
  for await (const lines of chunks) {
    for (const { number, line } of lines) {
      if (!("leaves" in line)) continue;
      for (const lost of [...line.lost, ...decided.lossesOf(line.leaves)]) {
        const error = report.lose(lost, number, line.product_identifier);
        if (error !== undefined) await errors.add(error);
      }
    }
    yield lines;
  }
}

/** The lines of a payload, judged, at most a chunk's worth at a time: others get their turn in between. */
export async function* parsedLines(
  payload: Readable,
  { mode, maxLineBytes, onProgress, signal, isWanted }: SurveyOptions,
): AsyncGenerator<ParsedFeedLine[], void, undefined> {
  let read = 0;
  const counted = async function* () {
    for await (const chunk of payload as AsyncIterable<Buffer>) {
      read += chunk.length;
      yield chunk;
    }
  };
  const slice = createTimeSlice();
  for await (const lines of readFeedLines(counted(), maxLineBytes, isWanted)) {
    signal.throwIfAborted();
    let parsed: ParsedFeedLine[] = [];
    for (const line of lines) {
      parsed.push(parsedLine(line, mode));
      if (!slice.isOver()) continue;
      yield parsed;
      parsed = [];
      await slice.next();
    }
    yield parsed;
    onProgress(read);
  }
}

const parsedLine = (line: NumberedLine, mode: IngestionMode): ParsedFeedLine => ({
  number: line.number,
  bytes: line.bytes,
  line: judged(line, mode),
  isCutOff: line.isCutOff === true,
});

function judged(line: NumberedLine, mode: IngestionMode): FeedLine {
  if (!("text" in line)) return rejectedLine(line.problem);
  const parsed = parseFeedLine(line.text, line.number, mode === LIVE);
  if (parsed.kind !== "update" || mode !== "soft_replace") return parsed;
  return rejectedLine(UPDATE_IN_SOFT_REPLACE, parsed.product_identifier, parsed.variant_identifier);
}

const UPDATE_IN_SOFT_REPLACE =
  "update: a soft_replace is the complete catalogue and takes whole variants; send updates in the mode insert";
