import { createRequire } from "node:module";
import { join } from "node:path";
import express from "express";
import { startServer } from "../../../src/http/server.js";

/** Message from the parent process that starts Searchkit. */
export interface SearchkitOrder {
  /** Folder in which npm has installed Searchkit. */
  readonly folder: string;
  readonly engineUrl: string;
}

interface Searchkit {
  handleInstantSearchRequests(requests: unknown): Promise<object>;
}

type SearchkitModule = { readonly default: new (config: object) => Searchkit };

/** Suffix of an index name that selects the sort order with the newest products first. */
export const NEWEST = "_newest";

/**
 * Starts a server as described in Searchkit's guide for Express: passes the request body to Searchkit and returns
 * Searchkit's result.
 */
process.once("message", (order: SearchkitOrder) => {
  void serve(order).then((url) => process.send?.(url));
});
process.once("disconnect", () => process.exit());

async function serve({ folder, engineUrl }: SearchkitOrder): Promise<string> {
  const { default: Searchkit } = createRequire(join(folder, "package.json"))("searchkit") as SearchkitModule;
  const searchkit = new Searchkit({
    connection: { host: engineUrl },
    search_settings: {
      search_attributes: ["title", "description"],
      result_attributes: ["product_identifier", "variant_identifier", "title", "designer", "images", "price", "color"],
      facet_attributes: [
        ...["categories", "designer", "color", "sizes"],
        { attribute: "price", field: "price", type: "numeric" },
      ],
      sorting: {
        [NEWEST]: [
          { field: "released_at", order: "desc" },
          { field: "product_identifier", order: "asc" },
        ],
      },
    },
  });
  const app = express();
  app.use(express.json());
  app.post("/api/search", async (req, res) => {
    res.send(await searchkit.handleInstantSearchRequests(req.body));
  });
  const { url } = await startServer(app, { host: "127.0.0.1", port: 0 });
  return url;
}
