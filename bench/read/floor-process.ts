import express from "express";
import { createEngine } from "../../src/engine/engine.js";
import { requirePublicKey } from "../../src/http/authentication.js";
import { startServer } from "../../src/http/server.js";
import { createDirectory } from "../../src/storefront/directory.js";

/** The message that starts the floor, the least that a service can do. */
export interface FloorOrder {
  readonly engineUrl: string;
  readonly prefix: string;
  /** The body of its responses. */
  readonly answer: string;
}

/** The least that any service here does: Express as the service sets it up, its server, its key check, and an answer that is there. */
process.once("message", (order: FloorOrder) => {
  void serve(order).then((url) => process.send?.(url));
});
process.once("disconnect", () => process.exit());

async function serve({ engineUrl, prefix, answer }: FloorOrder): Promise<string> {
  const directory = createDirectory({
    engine: createEngine({ url: engineUrl, prefix }),
    now: () => performance.now(),
    onFailure: (error) => {
      throw error;
    },
  });
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", "simple");
  app.post("/v2/recommendations/search", requirePublicKey(directory), (_req, res) => {
    res.type("json").send(answer);
  });
  const { url } = await startServer(app, { host: "127.0.0.1", port: 0 });
  return url;
}
