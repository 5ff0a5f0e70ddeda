import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import type { Engine } from "../../engine/engine.js";
import { ServiceError, validationError } from "../../errors.js";
import type { Upload } from "../../http/upload.js";
import { withoutByteOrderMark } from "../../lib/byte-order-mark.js";
import { type IngestionJob, STATUS } from "./ingestion-record.js";
import { readJob, receivingSince, updateJob } from "./ingestion-store.js";
import { unrunReport } from "./ingestion-report.js";
import { isoNow, type Receiving, storeContent } from "./receive.js";

/*
 * A feed can be sent in several requests: the first request opens an ingestion, the following requests add parts, and the last request
 * completes the feed. All parts form one job, so the checks and the switch to the new generation apply to the whole feed. Each part is
 * stored as a payload; the job lists the payload names in the order received.
 */

export const PART_HEADER = "X-SERVICE-PART";
/** Pattern of the valid values of the part header. */
export const PART_PATTERN = "^(open|(continue|complete) [0-9]{1,15})$";
const READ_PART = new RegExp(PART_PATTERN);

/** Maximum number of parts of a feed, which limits the size of the job record. */
const MOST_PARTS = 1_000;

export interface FurtherPart {
  readonly step: "continue" | "complete";
  readonly ingestion: number;
}

/** Parses the header for feeds in several requests. @throws {ServiceError} validation_error */
export function parsePart(text: string | undefined): "all" | "open" | FurtherPart {
  const given = text?.trim();
  if (given === undefined) return "all";
  if (!READ_PART.test(given)) {
    const expected = "open, continue <ingestion id> or complete <ingestion id>";
    throw validationError(
      PART_HEADER,
      `${PART_HEADER}: expected ${expected}, got ${JSON.stringify(given.slice(0, 60))}`,
    );
  }
  if (given === "open") return given;
  const [step, ingestion] = given.split(" ") as [FurtherPart["step"], string];
  return { step, ingestion: Number(ingestion) };
}

/**
 * Adds a part to an opened feed. The last part queues the job and may be empty. If a part is refused, the feed does not change and the part
 * can be sent again. Sending a part twice does not change the resulting products.
 * @throws {ServiceError} not_found, conflict if the feed accepts no parts, and the errors of an upload; EngineUnavailableError
 */
export async function receivePart(
  deps: Receiving,
  clientId: string,
  { step, ingestion }: FurtherPart,
  upload: Upload,
): Promise<void> {
  await deps.checkStore();
  const { source: job } = await openFeed(deps, clientId, ingestion);
  const part = await storePart(deps, job, upload).catch((error: unknown) => {
    if (step === "complete" && error instanceof ServiceError && error.code === "payload_empty") return undefined;
    throw error;
  });
  try {
    await recordPart(deps, clientId, { step, ingestion }, part);
  } catch (error) {
    // A ServiceError means that the part was not recorded, so its payload is deleted.
    // After any other error, the part may have been recorded, so its payload is kept.
    if (part !== undefined && error instanceof ServiceError)
      await deps.payloads.delete(part.name).catch(() => undefined);
    throw error;
  }
}

interface StoredPart {
  readonly name: string;
  readonly bytes: number;
}

async function storePart(deps: Receiving, job: IngestionJob, upload: Upload): Promise<StoredPart> {
  const most = deps.config.ingestionMaxBytes;
  const name = `${job.file_identifier}.${randomUUID()}`;
  try {
    return { name, bytes: await storeContent(deps, name, upload, most - job.bytes) };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "payload_too_large") throw error;
    throw new ServiceError(
      error.code,
      `${error.message}: the earlier parts of the feed already use ${job.bytes} of the ${most} bytes allowed`,
    );
  }
}

async function recordPart(
  deps: Receiving,
  clientId: string,
  { step, ingestion }: FurtherPart,
  part: StoredPart | undefined,
): Promise<void> {
  for (;;) {
    const stored = await openFeed(deps, clientId, ingestion);
    const job = stored.source;
    const changed: IngestionJob = {
      ...job,
      updated_at: isoNow(deps),
      ...(step === "complete" ? { status: STATUS.CREATED } : {}),
      ...(part === undefined ? {} : { parts: [...partsOf(job), part.name], bytes: job.bytes + part.bytes }),
    };
    if ((await updateJob(deps.engine, changed, stored)) !== "conflict") return;
  }
}

const partsOf = ({ parts = [] }: IngestionJob): readonly string[] => parts;

/** Reads the job of a feed that accepts parts. @throws {ServiceError} not_found, conflict */
async function openFeed({ engine, payloads }: Receiving, clientId: string, id: number) {
  const stored = await readJob(engine, id);
  if (stored?.source.client_id !== clientId)
    throw new ServiceError("not_found", `there is no ingestion with the id ${id}`);
  const { status, payload_store } = stored.source;
  const refuse = (why: string) => new ServiceError("conflict", `ingestion ${id} does not accept further parts: ${why}`);
  if (status !== STATUS.RECEIVING) throw refuse("the feed was sent in one request, is complete or was cancelled");
  if (partsOf(stored.source).length >= MOST_PARTS) throw refuse(`the feed already has ${MOST_PARTS + 1} parts`);
  if (payload_store !== (await payloads.identity()))
    throw refuse("the earlier parts of the feed are in a different payload store");
  return stored;
}

const PART_OF = /^(.+\.ndjson)\..+$/;

/** The `file_identifier` of the job to which a stored part belongs. */
export const firstPartOf = (name: string): string => PART_OF.exec(name)?.[1] ?? name;

const NEWLINE = 0x0a;

/**
 * Reads all parts of a job as one payload. Starts a new line between parts and removes byte order marks.
 * @param open opens a payload by name
 * @throws the errors of `open`
 */
export async function* wholePayload(
  job: IngestionJob,
  open: (name: string) => Promise<Readable>,
): AsyncGenerator<Buffer, void, undefined> {
  let last = NEWLINE;
  for (const name of [job.file_identifier, ...partsOf(job)]) {
    let isFirst = true;
    if (last !== NEWLINE) yield Buffer.of(NEWLINE);
    for await (const chunk of (await open(name)) as AsyncIterable<Buffer>) {
      const bytes = isFirst ? withoutByteOrderMark(chunk) : chunk;
      isFirst = false;
      last = bytes.at(-1) ?? last;
      yield bytes;
    }
  }
}

/** Fails jobs with the status RECEIVING that have received no part since a time (ISO 8601). */
export async function failAbandoned(engine: Engine, before: string, now: string): Promise<void> {
  for (const { id } of await receivingSince(engine, before)) {
    const stored = await readJob(engine, id);
    if (stored?.source.status !== STATUS.RECEIVING || stored.source.updated_at >= before) continue;
    const { bytes, updated_at } = stored.source;
    const failure = `no part of the feed was received since ${updated_at}: the upload was started but not completed`;
    const product_metrics = unrunReport(failure, bytes);
    await updateJob(engine, { ...stored.source, status: STATUS.FAILED, updated_at: now, product_metrics }, stored);
  }
}
