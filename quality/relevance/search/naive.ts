import { withNumbers } from "../../../src/catalog/ingestion/literals.js";
import { bulkBodies, load } from "../../shared/raw-index.js";
import { exchange } from "../../shared/http.js";
import type { RankedProducts } from "../ranking-metrics.js";
import type { SearchQuestion } from "./question.js";

/** Fields in which the baseline searches, with one `multi_match` query on a flat index. */
const FIELDS = ["title", "designer", "categories", "description"];

const SETTINGS = JSON.stringify({
  settings: { index: { number_of_shards: 1, number_of_replicas: 0 } },
  mappings: {
    dynamic: false,
    properties: {
      product_identifier: { type: "keyword" },
      ...Object.fromEntries(FIELDS.map((field) => [field, { type: "text", analyzer: "english" }])),
    },
  },
});

interface ResponseBody {
  readonly hits: { readonly hits: readonly { readonly fields: { readonly product_identifier: readonly string[] } }[] };
}

/** Indexes each line of a feed as one document. */
export async function loadNaive(engineUrl: string, index: string, feed: readonly string[]): Promise<void> {
  const documents = feed.map((line, at): [string, object] => {
    const { product_data } = JSON.parse(withNumbers(line)) as { product_data: Readonly<Record<string, unknown>> };
    const kept = ["product_identifier", ...FIELDS].flatMap((name) =>
      product_data[name] === undefined ? [] : [[name, product_data[name]]],
    );
    return [String(at), Object.fromEntries(kept) as object];
  });
  await load(engineUrl, index, SETTINGS, bulkBodies(documents));
}

/** Searches the baseline index. Returns the products in the engine's order, without duplicates. */
export async function searchNaive(engineUrl: string, index: string, question: SearchQuestion): Promise<RankedProducts> {
  const { query, limit, among } = question;
  const body = {
    size: limit,
    _source: false,
    docvalue_fields: ["product_identifier"],
    query: {
      bool: {
        must: [{ multi_match: { query, fields: FIELDS, type: "best_fields" } }],
        ...(among === undefined ? {} : { filter: [{ terms: { product_identifier: among } }] }),
      },
    },
  };
  const response = await exchange(new URL(`/${index}/_search`, engineUrl), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const { hits } = JSON.parse(response.toString()) as ResponseBody;
  return [...new Set(hits.hits.flatMap((hit) => hit.fields.product_identifier))];
}
