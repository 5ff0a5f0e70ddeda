import type { RequestHandler, Router } from "express";
import pRetry from "p-retry";
import type { Context } from "../context.js";
import { ServiceError } from "../errors.js";
import { success } from "../http/envelope.js";
import { CONTENT_ENCODING } from "../http/description/response-headers.js";
import { declare, handled, routerOf } from "../http/endpoint.js";
import { acceptUpload, emptyUpload, uploadedContent, uploadIn } from "../http/upload.js";
import { requirePrivateKey } from "../http/authentication.js";
import { storefrontOf } from "../http/locals.js";
import { published } from "../schema/published.js";
import { EVENTS_IMPORTED, eventsBody } from "./examples.js";
import { EVENT_IMPORT, EVENT_LINE_SCHEMA, ImportReport } from "./import-schema.js";
import { EngineUnavailableError } from "../engine/engine.js";
import { type NumberedLine, readFeedLines } from "../catalog/ingestion/feed-reader.js";
import type { Metrics } from "../observability/index.js";
import type { Storefront } from "../storefront/client.js";
import type { Directory } from "../storefront/directory.js";
import { createTimeSlice } from "../lib/periodic.js";
import type { Arrival } from "./event.js";
import { type LineContext, parseEventLine } from "./import-line.js";
import { newToken, type RecordEvents } from "./record-events.js";

const NO_EVENTS = { received: 0, accepted: 0, duplicate: 0, anonymous: 0, erased: 0, rejected: 0 } as const;

export const IMPORT_EVENTS = declare({
  operationId: "importEvents",
  method: "post",
  path: "/v1/events",
  key: "private",
  tag: "Events",
  summary: "Import past events",
  description:
    "Imports events with their original times, one JSON object per line. Responds after all events are stored. An event that is already stored is skipped, so a failed import can be repeated as a whole.",
  parameters: [CONTENT_ENCODING],
  lines: { line: { ...published(EVENT_LINE_SCHEMA), $id: "EventLine" }, example: eventsBody() },
  responses: {
    "200": { description: "All valid events are stored.", schema: EVENT_IMPORT, example: EVENTS_IMPORTED },
  },
  errors: {
    validation_error: {
      message: "the gzip data is truncated",
      context: { field: "body", events: NO_EVENTS },
    },
    request_timeout: {
      message: "the upload was too slow or stalled; send it again",
      context: { events: NO_EVENTS },
    },
    payload_too_large: {
      message: "the body is larger than 20000000000 bytes, compressed or decompressed",
      context: { events: NO_EVENTS },
    },
  },
});

export const importRoutes = (context: Context, directory: Directory, record: RecordEvents): Router =>
  routerOf(handled(IMPORT_EVENTS, requirePrivateKey(directory), acceptUpload, create(context, record)));

function create(context: Context, record: RecordEvents): RequestHandler {
  return async (req, res) => {
    const report = new ImportReport();
    const content = uploadedContent(uploadIn(req), context.config.ingestionMaxBytes);
    try {
      await importEvents(context, record, storefrontOf(res), content, report);
    } catch (error) {
      throw withCounts(error, report);
    }
    if (report.events.received === 0) throw emptyUpload();
    res.json(success(report));
  };
}

/** Adds the event counts of an import to an error. Already stored events remain stored, and the sender may repeat the whole import. */
function withCounts(error: unknown, report: ImportReport): unknown {
  if (!(error instanceof ServiceError) || error.code === "payload_empty") return error;
  return new ServiceError(error.code, error.message, { ...error.context, events: report.events });
}

const BATCH = 1_000;
const TIMEOUT_MS = 60_000;
/** Options of retries, which take about half a minute in total. After that, the import fails, and the client can repeat it. */
const RETRY = { retries: 6, minTimeout: 250, maxTimeout: 15_000, randomize: true };

/**
 * Imports past events in batches, as fast as they are stored. Imports do not use the spool, which is for trackers that cannot repeat a
 * request. `report` is updated after each batch, so that it also contains the progress of a failed import.
 * @throws {EngineUnavailableError} if the engine stays unavailable, and errors of the stream
 */
async function importEvents(
  { config, now, metrics }: Context,
  record: RecordEvents,
  { client_id: clientId, configuration }: Storefront,
  stream: AsyncIterable<Buffer>,
  report: ImportReport,
): Promise<void> {
  const { page_url_parameters: pageUrlParameters } = configuration.events;
  let batch: Arrival[] = [];
  const store = async () => {
    const arrivals = batch;
    batch = [];
    await storeBatch(record, arrivals, report);
  };
  const slice = createTimeSlice();
  for await (const lines of readFeedLines(stream, config.ingestionMaxLineBytes)) {
    const context: LineContext = {
      clientId,
      receivedAt: now(),
      retentionMonths: config.eventRetentionMonths,
      pageUrlParameters,
    };
    for (const line of lines) {
      if (slice.isOver()) await slice.next();
      const arrival = arrivalIn(metrics.tracking, line, context, report);
      if (arrival === undefined) continue;
      batch.push(arrival);
      if (batch.length === BATCH) await store();
    }
  }
  await store();
}

function arrivalIn(
  metrics: Metrics["tracking"],
  line: NumberedLine,
  context: LineContext,
  report: ImportReport,
): Arrival | undefined {
  report.events.received += 1;
  const parsed =
    "problem" in line
      ? ({ outcome: "rejected", event_id: null, reason: line.problem } as const)
      : parseEventLine(line.text, context);
  switch (parsed.outcome) {
    case "event":
      return { event: parsed.event, month: parsed.month, token: newToken() };
    case "anonymous":
      metrics.events.inc({ type: parsed.type, outcome: "anonymous" });
      report.events.anonymous += 1;
      return undefined;
    case "rejected":
      metrics.events.inc({ type: "unknown", outcome: "rejected" });
      metrics.rejected.inc({ reason: "import_line" });
      report.reject({ line: line.number, event_id: parsed.event_id, reason: parsed.reason });
      return undefined;
  }
}

/** Stores a batch, with retries. A batch that was stored but not consumed is delivered to the consumers again. */
async function storeBatch(record: RecordEvents, arrivals: readonly Arrival[], report: ImportReport): Promise<void> {
  let remaining = arrivals;
  await pRetry(
    async () => {
      if (remaining.length === 0) return;
      const { outcomes, busy } = await record(remaining, { timeoutMs: TIMEOUT_MS });
      remaining = busy;
      report.count(outcomes);
      if (busy.length > 0) throw new EngineUnavailableError("OpenSearch is busy");
    },
    { ...RETRY, shouldRetry: ({ error }) => error instanceof EngineUnavailableError },
  );
}
