import { createReadStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Request, Response, Router } from "express";
import pLimit from "p-limit";
import Type from "typebox";
import { type FeedMode, MODES } from "../../../src/catalog/ingestion/ingestion-record.js";
import type { IncomingPayload } from "../../../src/catalog/ingestion/receive.js";
import type { LiveCatalogs } from "../../../src/catalog/live.js";
import { ServiceError } from "../../../src/errors.js";
import { storefrontOf } from "../../../src/http/locals.js";
import { uploadedContent } from "../../../src/http/upload.js";
import { validateBody } from "../../../src/http/validation.js";
import { LANGUAGE_NAMES } from "../../../src/languages/index.js";
import { choice, closed, list, nullable, record } from "../../../src/schema/typed.js";
import { consoleRoutes } from "../console-routes.js";
import { authorOf, doneTo, type ConsoleGuards } from "../guards.js";
import { streamed, untilClosed } from "../stream.js";
import type { FileAnswers, FilePreview } from "./read-file.js";
import { readInProcess } from "./read-in-process.js";
import { addUpload, copyUpload, deleteUpload, MAX_UPLOAD_BYTES, type UploadsDeps } from "./uploads.js";

export interface ImportRoutesDeps extends UploadsDeps {
  readonly liveCatalogs: Pick<LiveCatalogs, "get">;
  /** Queues a feed and returns the id of its ingestion. */
  readonly receive: (incoming: IncomingPayload) => Promise<number>;
  readonly guards: ConsoleGuards;
}

/** Maximum number of files that are read at the same time. Reading a file takes one processor core. */
const MAX_READING = 2;

/**
 * Routes below `/console/api/imports`: upload a file, read it with the user's answers to questions about the file, and
 * import it.
 */
export function importRoutes(deps: ImportRoutesDeps): Router {
  const reading = pLimit(MAX_READING);

  /** Converts an uploaded file to a feed and calls `use` with the feed. Deletes the feed when `use` has finished. */
  async function converted<T>(
    { clientId, id, answers, signal }: Reading,
    onBytes: (read: number, of: number) => void,
    use: (preview: FilePreview, feed: string) => Promise<T>,
  ): Promise<T> {
    const isFirst = (await deps.liveCatalogs.get(clientId)) === undefined;
    const folder = await mkdtemp(join(tmpdir(), "vitrine-upload-"));
    try {
      const [path, feed] = [join(folder, "file"), join(folder, "feed.ndjson")];
      await copyUpload(deps, clientId, id, path);
      const { size } = await stat(path);
      const task = { path, feed, answers, isFirst };
      const preview = await reading(() => readInProcess(task, (read) => onBytes(Math.min(read, size), size), signal));
      return await use(preview, feed);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  return consoleRoutes(deps.guards, {
    "POST of a file /": async (req, res) => {
      refuseOtherTypes(req);
      const announcedBytes = Number(req.get("content-length") ?? 0);
      const content = uploadedContent({ body: req, announcedBytes, gzip: false }, MAX_UPLOAD_BYTES);
      return { id: await addUpload(deps, storefrontOf(res).client_id, content) };
    },
    "POST /:id/preview": async (req, res, id) => {
      const answers = parseAnswers(req.body);
      const { client_id: clientId } = storefrontOf(res);
      await streamed<FilePreview>(res, (onProgress, signal) =>
        converted(
          { clientId, id, answers, signal },
          (done, of) => onProgress({ done, of }),
          (preview) => Promise.resolve(preview),
        ),
      );
    },
    "POST /:id/import": async (req, res, id) => {
      const { answers, ...wanted } = parseImport(req.body);
      const { client_id: clientId } = storefrontOf(res);
      const signal = untilClosed(res);
      const job = await converted(
        { clientId, id, answers, signal },
        () => undefined,
        (preview, feed) => {
          refuseOpen(preview);
          return deps.receive({ clientId, ...feedOf(feed), trigger: triggerOf(res, preview, wanted) });
        },
      );
      await deleteUpload(deps, clientId, id);
      doneTo(res, `job ${job}`);
      return { job };
    },
    "DELETE /:id": async (_req, res, id) => {
      await deleteUpload(deps, storefrontOf(res).client_id, id);
      return {};
    },
  });
}

interface Reading {
  readonly clientId: string;
  readonly id: string;
  readonly answers: FileAnswers;
  readonly signal: AbortSignal;
}

const text = (maxLength: number, pattern = "") => Type.String({ maxLength, ...(pattern === "" ? {} : { pattern }) });

const ANSWERS = closed({
  columns: record(text(255), nullable(text(2_000)), { maxProperties: 100 }),
  accept: list(text(50), { maxItems: 20 }),
  language: Type.Optional(choice(LANGUAGE_NAMES)),
  currency: Type.Optional(text(3, "^([A-Z]{3})?$")),
  pictures: Type.Optional(text(1_000, "^(https?://.+)?$")),
});
const parseAnswers = validateBody(ANSWERS);
const parseImport = validateBody(
  closed({
    answers: ANSWERS,
    name: text(255),
    mode: choice(MODES),
    max_removed_share: Type.Number({ minimum: 0, maximum: 1 }),
  }),
);

function refuseOtherTypes(req: Request): void {
  if (req.is("application/octet-stream") !== false) return;
  throw new ServiceError("unsupported_media_type", "the content type must be application/octet-stream");
}

/**
 * Rejects an import that is not ready.
 * @throws {ServiceError} `validation_error` if the file has no products or unanswered questions
 */
function refuseOpen({ variants, questions }: FilePreview): void {
  const open = questions.filter(({ kind }) => kind !== "currency" && kind !== "pictures");
  if (variants === 0) throw new ServiceError("validation_error", "The file has no products to import.");
  if (open.length === 0) return;
  const about = open.map((question) => question.about).join(", ");
  throw new ServiceError("validation_error", `Some questions about the file are not answered yet: ${about}.`, {
    questions: open,
  });
}

const feedOf = (feed: string) => ({ body: createReadStream(feed), announcedBytes: undefined, gzip: false });

interface Wanted {
  readonly name: string;
  readonly mode: FeedMode;
  readonly max_removed_share: number;
}

const triggerOf = (res: Response, { source }: FilePreview, { name, mode, max_removed_share }: Wanted) => ({
  type: "api" as const,
  mode,
  comment: name,
  metadata: null,
  user: authorOf(res),
  source,
  ...(mode === "soft_replace" ? { max_removed_share } : {}),
});
