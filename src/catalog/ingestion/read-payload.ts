import type { Readable } from "node:stream";
import { isVisibleField } from "../../filters/visible-fields.js";
import { createTimeSlice } from "../../lib/periodic.js";
import { namedFields } from "../../storefront/named-fields.js";
import { type DecidedFields, FieldScan } from "../field-scan.js";
import { declaredTypes } from "../field-types.js";
import type { FieldTypes } from "../fields.js";
import { TaxonomyScan } from "../taxonomy.js";
import type { JobPhase } from "./attempts.js";
import { type FeedLine, type InsertLine, parseFeedLine, rejectedLine } from "./feed-line.js";
import type { FeedProducts } from "./feed-products.js";
import { type NumberedLine, readFeedLines } from "./feed-reader.js";
import { type IngestionMode, LIVE } from "./ingestion-record.js";
import { failWithoutLines, JobFailure, type JobRun, percent } from "./job.js";
import { wholePayload } from "./parts.js";
import { PayloadsUnavailableError } from "./payloads.js";

interface PayloadScan {
  readonly fields: FieldScan;
  readonly taxonomy: TaxonomyScan;
  /** Products with a rejected line: a soft_replace keeps of them what no valid line names. */
  readonly damaged: ReadonlySet<string>;
  /** The last line, where it inserts. */
  readonly last: InsertLine | undefined;
}

/** Bounds the memory for damaged products; a feed with more is refused as a whole. */
const MAX_DAMAGED_PRODUCTS = 500_000;

/**
 * Reads a job's whole payload on top of the leaves that are known already: judges every line, counts it, writes each error to the job's
 * error list and learns the leaves, because what a new leaf is depends on all its values.
 * @param isMapped the known leaves are those of the index that is written to
 * @param products take in every line, where the feed is to be compared with the live catalogue
 * @throws JobFailure when no line is taken, too many products have rejected lines, or the payload ends in the middle of a line; and when too
 *   many lines of a soft_replace cannot be read: what such a feed leaves out is not known, and would be deactivated. An insert does no such
 *   harm, so its unreadable lines are only rejected.
 */
export async function scan(
  run: JobRun,
  known: FieldTypes,
  isMapped: boolean,
  products?: FeedProducts,
): Promise<PayloadScan> {
  const { configuration, report, limits, job } = run;
  const scan = new FieldScan(known, {
    declared: declaredTypes(configuration),
    named: namedFields(configuration),
    maxFields: configuration.ingestion.max_fields,
    mayForget: !isMapped,
  });
  const { language, department, fields, sells_fashion } = configuration;
  const taxonomy = new TaxonomyScan(language, department, isVisibleField(fields), sells_fashion);
  const damaged = new Set<string>();
  let unreadable = 0;
  let cutOff: number | undefined;
  let last: InsertLine | undefined;
  for await (const lines of parsedLines(run, "reading")) {
    for (const { number, line, isCutOff } of lines) {
      report.lines.received += 1;
      if (isCutOff) cutOff = number;
      last = line.kind === "insert" ? line : undefined;
      if (line.kind === "rejected") {
        const { product_identifier, reason } = line;
        await report.rejectLine({ line: number, product_identifier, reason });
        if (product_identifier === null) unreadable += 1;
        else damaged.add(product_identifier);
      } else if (line.kind === "delete") report.lines.deletions += 1;
      else {
        taxonomy.observe(line.fields);
        for (const field of line.ignored) report.ignore(field);
      }
      const observed = "fields" in line ? scan.observe(line.fields) : "fits";
      products?.add(number, line, observed);
    }
    if (damaged.size > MAX_DAMAGED_PRODUCTS)
      throw new JobFailure(`more than ${MAX_DAMAGED_PRODUCTS} products have rejected lines`);
  }
  if (cutOff !== undefined)
    throw new JobFailure(`the payload was cut off: line ${cutOff}, its last one, ends in the middle`);
  failWithoutLines(report);
  const share = unreadable / Math.max(1, report.lines.received);
  if (job.trigger_source.mode === "soft_replace" && share > limits.maxUnreadableShare) {
    throw new JobFailure(
      `${percent(share)} of the lines have no readable product identifier; at most ${percent(limits.maxUnreadableShare)} may`,
    );
  }
  return { fields: scan, taxonomy, damaged, last };
}

/**
 * The lines of a job's payload for the second reading, which reports values that cannot be filtered on. Whether there is anything that
 * an update changes is not known yet, as it was not when leaves were learned: all of them are looked at.
 * @param products where they have been compared with the live catalogue: lines of those that stay as they are are left
 * out
 */
export async function* payloadLines(
  run: JobRun,
  decided: DecidedFields,
  products?: FeedProducts,
): AsyncGenerator<ParsedFeedLine[], void, undefined> {
  for await (const lines of parsedLines(run, "writing", products && ((number) => products.isNeeded(number)))) {
    for (const { number, line } of lines) {
      if (!("fields" in line)) continue;
      for (const lost of [...line.lost, ...decided.warningsOf(line.fields)]) {
        await run.report.lose(lost, number, line.product_identifier);
      }
    }
    yield products === undefined ? lines : lines.filter(({ number }) => !products.isUnchanged(number));
  }
}

export interface ParsedFeedLine {
  readonly number: number;
  readonly bytes: number;
  readonly line: FeedLine;
  /** The payload ends in the middle of this line. */
  readonly isCutOff: boolean;
}

/**
 * The lines of a payload, judged, at most a chunk's worth at a time: others get their turn in between.
 * @param isWanted of the lines by their numbers; all unless given
 */
async function* parsedLines(
  run: JobRun,
  phase: JobPhase,
  isWanted?: (number: number) => boolean,
): AsyncGenerator<ParsedFeedLine[], void, undefined> {
  let read = 0;
  const counted = async function* () {
    for await (const chunk of wholePayload(run.job, (name) => openPayload(run, name))) {
      read += chunk.length;
      yield chunk;
    }
  };
  const slice = createTimeSlice();
  for await (const lines of readFeedLines(counted(), run.limits.maxLineBytes, isWanted)) {
    run.halt.throwIfAborted();
    let parsed: ParsedFeedLine[] = [];
    for (const one of lines) {
      const { number, bytes, isCutOff = false } = one;
      parsed.push({ number, bytes, line: judged(one, run.job.trigger_source.mode), isCutOff });
      if (!slice.isOver()) continue;
      yield parsed;
      parsed = [];
      await slice.next();
    }
    yield parsed;
    run.onProgress(phase, read);
  }
}

/** A shared folder may show a new file late, so the first attempts that miss it count as interrupted. */
const LOOKS = 5;

async function openPayload({ payloads, job }: JobRun, name: string): Promise<Readable> {
  const payload = await payloads.read(name);
  if (payload !== undefined) return payload;
  const missing = `the stored payload ${name} is gone`;
  throw job.attempts < LOOKS ? new PayloadsUnavailableError(missing) : new JobFailure(missing);
}

function judged(line: NumberedLine, mode: IngestionMode): FeedLine {
  if (!("text" in line)) return rejectedLine(line.problem);
  const parsed = parseFeedLine(line.text, line.number, mode === LIVE);
  if (parsed.kind !== "update" || mode !== "soft_replace") return parsed;
  return rejectedLine(UPDATE_IN_SOFT_REPLACE, parsed.product_identifier, parsed.variant_identifier);
}

const UPDATE_IN_SOFT_REPLACE =
  "update: a soft_replace is the complete catalogue and takes whole variants; send updates in the mode insert";
