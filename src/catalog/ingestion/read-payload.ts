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
  /** Products with a rejected line. A soft_replace keeps the variants of such a product even if no valid line contains them. */
  readonly damaged: ReadonlySet<string>;
  /** The last line of the payload, if the line is an insert. */
  readonly last: InsertLine | undefined;
}

/** Maximum number of products with rejected lines, which limits the memory for their ids. Above this number, the job fails. */
const MAX_DAMAGED_PRODUCTS = 500_000;

/**
 * Reads the whole payload: validates and counts every line, writes errors to the job's error list, and derives field types from all values
 * of a field.
 * @param known fields that already exist
 * @param isMapped whether the known fields belong to the index that will be written
 * @param products collects every line if the feed is compared with the live catalogue
 * @throws {JobFailure} if no line is accepted, too many products have rejected lines, or the payload is truncated. Also thrown if too many
 * lines of a soft_replace are unreadable, because their products would be deactivated. An insert only rejects unreadable lines.
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
  if (cutOff !== undefined) throw new JobFailure(`the payload is truncated: its last line, ${cutOff}, is incomplete`);
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
 * Yields the lines of a payload in the second pass and reports values that cannot be filtered on. Updates of missing
 * products are included, as in the first pass.
 * @param products result of the comparison with the live catalogue; lines of unchanged products are omitted
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
  /** Whether the payload ends inside this line. */
  readonly isCutOff: boolean;
}

/**
 * Yields the validated lines of a payload in lists. Each list contains at most the lines of one chunk, so that other work can run in
 * between.
 * @param isWanted selects lines by number; default: all
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

/** Number of job attempts before a missing payload fails the job, because a shared folder may show a new file with a delay. */
const LOOKS = 5;

async function openPayload({ payloads, job }: JobRun, name: string): Promise<Readable> {
  const payload = await payloads.read(name);
  if (payload !== undefined) return payload;
  const missing = `the stored payload ${name} is missing`;
  throw job.attempts < LOOKS ? new PayloadsUnavailableError(missing) : new JobFailure(missing);
}

function judged(line: NumberedLine, mode: IngestionMode): FeedLine {
  if (!("text" in line)) return rejectedLine(line.problem);
  const parsed = parseFeedLine(line.text, line.number, mode === LIVE);
  if (parsed.kind !== "update" || mode !== "soft_replace") return parsed;
  return rejectedLine(UPDATE_IN_SOFT_REPLACE, parsed.product_identifier, parsed.variant_identifier);
}

const UPDATE_IN_SOFT_REPLACE =
  "update: not allowed with soft_replace, which requires complete variants; use the mode insert";
