import { Readable } from "node:stream";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { ServiceError, validationError } from "../../errors.js";
import { success } from "../../http/envelope.js";
import { methodNotAllowed } from "../../http/error-handler.js";
import { bytesBody } from "../../http/json-body.js";
import { storefrontOf } from "../../http/locals.js";
import { isGzippedNdjson } from "../../http/upload.js";
import { createTimeSlice } from "../../lib/periodic.js";
import { parseFeedLine, rejectedLine, type FeedLine } from "../ingestion/feed-line.js";
import { readFeedLines } from "../ingestion/feed-reader.js";
import { WARNINGS_HEADER } from "../ingestion/ingestion-record.js";
import { EXPECTED_VERSION, isInFuture, readVersion } from "../ingestion/versions.js";
import { createDeliver, type Deliver, type DeliverDeps } from "./deliver.js";
import { MAX_DELIVERED_BYTES, MAX_DELIVERED_LINES, type DeliveryAnswer, type LineOutcome } from "./description.js";

interface DeliveryRoutesDeps extends DeliverDeps {
  /** Lets only a private key pass and sets the storefront. */
  readonly authenticate: RequestHandler;
  readonly maxLineBytes: number;
}

/** `/v1/products`: lines of a feed that are applied within seconds, by their versions. */
export function deliveryRoutes(deps: DeliveryRoutesDeps): Router {
  const router = Router();
  const deliver = createDeliver(deps);
  router
    .route("/")
    .post(deps.authenticate, bytesBody(MAX_DELIVERED_BYTES), send(deps, deliver))
    .all(methodNotAllowed("POST"));
  router.route("/:product_identifier").delete(deps.authenticate, remove(deps, deliver)).all(methodNotAllowed("DELETE"));
  return router;
}

function send(deps: DeliveryRoutesDeps, deliver: Deliver): RequestHandler {
  return async (req, res) => {
    isGzippedNdjson(req);
    const lines = await judged((req.body as Buffer | undefined) ?? Buffer.alloc(0), deps.maxLineBytes, deps.now());
    if (lines.length === 0)
      throw new ServiceError("payload_empty", "the body is empty: expected one JSON object per line");
    await answer(res, deliver, lines);
  };
}

function remove(deps: DeliveryRoutesDeps, deliver: Deliver): RequestHandler {
  return async (req: Request, res) => {
    const { product_identifier } = req.params;
    const { version = null, variant_identifier = null } = req.query;
    const isCounted = typeof version === "string" && /^\d+$/.test(version);
    const known = isCounted ? Number(version) : typeof version === "string" ? version : null;
    if (readVersion(known) === undefined) {
      const came = known === null ? "nothing" : JSON.stringify(known).slice(0, 60);
      throw validationError("version", `version: expected ${EXPECTED_VERSION}, got ${came}`);
    }
    const text = JSON.stringify({
      operation: "delete",
      product_data: { product_identifier, variant_identifier },
      version: known,
    });
    await answer(res, deliver, [judgedLine(text, 1, deps.now())]);
  };
}

interface JudgedLine {
  readonly number: number;
  readonly text: string;
  readonly line: FeedLine;
}

async function judged(body: Buffer, maxLineBytes: number, now: string): Promise<JudgedLine[]> {
  const all: JudgedLine[] = [];
  const slice = createTimeSlice();
  for await (const lines of readFeedLines(Readable.from([body]) as AsyncIterable<Buffer>, maxLineBytes)) {
    for (const line of lines) {
      if (all.length === MAX_DELIVERED_LINES) {
        throw new ServiceError("payload_too_large", `the body must have at most ${MAX_DELIVERED_LINES} lines`);
      }
      const { number } = line;
      if ("text" in line) all.push(judgedLine(line.text, number, now));
      else all.push({ number, text: "", line: rejectedLine(line.problem) });
      if (slice.isOver()) await slice.next();
    }
  }
  return all;
}

function judgedLine(text: string, number: number, now: string): JudgedLine {
  const line = parseFeedLine(text, number, true);
  const reject = (reason: string) => ({
    number,
    text,
    line: rejectedLine(reason, line.product_identifier, variantOf(line)),
  });
  if (line.kind === "rejected") return { number, text, line };
  if (line.versioned !== undefined && isInFuture(line.versioned.version, now)) {
    return reject(`version: expected a time that is not to come, got "${line.versioned.version}"`);
  }
  return { number, text, line };
}

const variantOf = (line: FeedLine): string | null =>
  line.kind === "insert" ? line.variant.variant_identifier : line.variant_identifier;

const ACCEPTED = "accepted" as const;

async function answer(res: Response, deliver: Deliver, lines: readonly JudgedLine[]): Promise<void> {
  const taken = lines.filter(({ line }) => line.kind !== "rejected");
  if (taken.length === 0) {
    const [first] = lines.map(({ line, number }) => ({ number, reason: line.kind === "rejected" ? line.reason : "" }));
    throw validationError(
      "body",
      `none of the ${lines.length} lines was taken; the first, line ${first?.number}: ${first?.reason}`,
    );
  }
  const { client_id } = storefrontOf(res);
  const { ingestion, outcomes } = await deliver(
    client_id,
    taken.map(({ text }) => text),
  );
  const byNumber = new Map(taken.map(({ number }, at) => [number, outcomes === undefined ? ACCEPTED : outcomes[at]]));
  const told = lines.map(({ number, line }): LineOutcome => {
    const outcome = line.kind === "rejected" ? { refused: line.reason } : byNumber.get(number);
    const named = { line: number, product_identifier: line.product_identifier, variant_identifier: variantOf(line) };
    if (typeof outcome === "object" && outcome !== null)
      return { ...named, outcome: "refused", reason: outcome.refused };
    return { ...named, outcome: outcome ?? ACCEPTED };
  });
  const refused = told.filter(({ outcome }) => outcome === "refused").length;
  if (refused > 0) res.set(WARNINGS_HEADER, `${refused} of ${lines.length} lines refused: see data.lines`);
  const data: DeliveryAnswer = { ingestion_id: ingestion, lines: told };
  res.status(outcomes === undefined ? 202 : 200).json(success(data));
}
