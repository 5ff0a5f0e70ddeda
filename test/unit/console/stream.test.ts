import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { expect } from "chai";
import express from "express";
import { streamed, type Progress } from "../../../console/server/stream.js";
import { ServiceError } from "../../../src/errors.js";
import { errorHandler } from "../../../src/http/error-handler.js";
import { createLogger } from "../../../src/observability/logger.js";
import { contextOn } from "../../support/context.js";

type Work = (onProgress: (progress: Progress) => void) => Promise<unknown>;

/** Runs `work` and returns the response that the client receives and the text of the log. */
async function answered(work: Work): Promise<{ status: number; lines: unknown[]; logged: string }> {
  const log = new PassThrough();
  let logged = "";
  log.on("data", (chunk: Buffer) => (logged += chunk.toString()));
  const logger = createLogger({ level: "info", secrets: [], stream: log });
  const app = express();
  app.get("/", (_req, res) => streamed(res, work));
  app.use(errorHandler(contextOn(undefined, {}, { logger })));
  const server = app.listen(0, "127.0.0.1");
  try {
    await once(server, "listening");
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const lines = (await response.text()).trim().split("\n");
    return { status: response.status, lines: lines.map((line) => JSON.parse(line) as unknown), logged };
  } finally {
    server.close();
    await once(server, "close");
  }
}

const progress = { done: 1, of: 2 };

describe("a streamed response", () => {
  it("a streamed response contains progress messages, followed by the result", async () => {
    const { status, lines } = await answered((onProgress) => {
      onProgress(progress);
      return Promise.resolve({ x: 1 });
    });
    expect([status, lines]).to.deep.equal([200, [{ progress }, { result: { x: 1 } }]]);
  });

  it("a streamed response is an ordinary error response if the computation fails before data is sent", async () => {
    const { status, lines } = await answered(() => Promise.reject(new ServiceError("not_found", "gone")));
    expect([status, lines]).to.deep.equal([
      404,
      [{ errors: [{ code: "not_found", message: "gone", context: null }], meta: null, data: null }],
    ]);
  });

  it("a streamed response ends with a generic error, whose details are logged, if the computation fails after data is sent", async () => {
    const { status, lines, logged } = await answered((onProgress) => {
      onProgress(progress);
      return Promise.reject(new TypeError("x is undefined"));
    });
    const error = { code: "internal_error", message: "an internal error occurred", context: null };
    expect([status, lines]).to.deep.equal([200, [{ progress }, { error }]]);
    expect(logged).to.contain("x is undefined");
  });
});
