import { sentToEngine } from "./own-body.js";
import type { Bench } from "./bench.js";
import { titlesOf, type BenchCatalogue } from "./catalogue.js";
import { exchange } from "./http.js";
import { throughEndpoint } from "./ingest.js";
import { alternate, median, percentile } from "./measure.js";
import { loadFlat } from "./raw-engine.js";

const ROUNDS = { warmup: 150, counted: 600 };
/** No search is the repetition of another, except where that is what is measured. */
const QUERIES = ROUNDS.warmup + ROUNDS.counted;
/** Of those, asked again and again. */
const REPEATED = 100;
const LIMIT = 24;
const JSON_TYPE = { "Content-Type": "application/json" };

/** Searches for two to five words of titles: through HTTP beside a raw `multi_match` over a flat index. */
export async function benchSearch(bench: Bench, catalogue: BenchCatalogue): Promise<void> {
  const { engineUrl, service, access } = bench;
  const queries = typicalQueries(catalogue);
  const flat = `${bench.prefix}flat`;
  await throughEndpoint(bench);
  await loadFlat(engineUrl, flat, catalogue);
  const serviceBody = (query: string) =>
    JSON.stringify({
      user: { device_id: "anonymous" },
      ...{ query, limit: LIMIT, projection: ["name", "designer", "images", "price", "color"] },
    });
  const rawBody = (query: string) =>
    JSON.stringify({
      size: LIMIT,
      track_total_hits: true,
      _source: ["product_identifier", "title", "designer", "images", "price", "color"],
      query: { multi_match: { query, fields: ["title", "description"], type: "best_fields" } },
    });
  const own = await sentToEngine(bench, queries.map(serviceBody));
  const serviceUrl = new URL(
    `/v2/recommendations/search?service_api_client=${access.client_id}`,
    service.demo.base_url,
  );
  const flatUrl = new URL(`/${flat}/_search`, engineUrl);
  const headers = { ...JSON_TYPE, "X-SERVICE-API-KEY": access.public_key };
  const inTurn = <T>(all: readonly T[]) => {
    let at = 0;
    return () => all[at++ % all.length] as T;
  };
  const next = {
    ...{ raw: inTurn(queries), own: inTurn(own), service: inTurn(queries) },
    again: inTurn(queries.slice(0, REPEATED)),
  };
  const times = await alternate(
    {
      raw: () => exchange(flatUrl, { method: "POST", headers: JSON_TYPE, body: rawBody(next.raw()) }),
      own: () => {
        const { path, body } = next.own();
        return exchange(new URL(path, engineUrl), { method: "POST", headers: JSON_TYPE, body });
      },
      service: () => exchange(serviceUrl, { method: "POST", headers, body: serviceBody(next.service()) }),
      again: () => exchange(serviceUrl, { method: "POST", headers, body: serviceBody(next.again()) }),
    },
    ROUNDS,
  );
  const row = (what: string, name: keyof typeof times, wanted = ""): [string, string, string] => [
    what,
    `${median(times[name]).toFixed(2)} ms, p95 ${percentile(times[name], 0.95).toFixed(2)} ms`,
    `${(median(times[name]) / median(times.raw)).toFixed(2)}${wanted}`,
  ];
  bench.table(`Searching ${bench.catalogName} for 2 to 5 words, ${ROUNDS.counted} searches, median`, [
    row("raw engine, multi_match", "raw"),
    row("raw engine, the service's own first request", "own"),
    row("the service through HTTP, queries nobody asked before", "service", " (wanted: at most 2)"),
    row(`the service through HTTP, ${REPEATED} queries again and again`, "again"),
  ]);
}

/** Words that follow each other in titles, the same ones for the same catalogue: what shoppers type is part of a title. */
function typicalQueries(catalogue: BenchCatalogue): string[] {
  const titles = titlesOf(catalogue);
  const candidates = Array.from({ length: 2 * QUERIES }, (_, at) => {
    const words = (titles[Math.floor((at * titles.length) / (2 * QUERIES))] as string)
      .split(/\s+/)
      .filter((word) => /^\p{L}{3,}$/u.test(word));
    return words.slice(0, 2 + (at % 4)).join(" ");
  });
  return [...new Set(candidates.filter((query) => query.includes(" ")))].slice(0, QUERIES);
}
