import { readFile } from "node:fs/promises";
import type { Bench } from "./bench.js";
import { typicalDesigner, type BenchCatalogue } from "./catalogue.js";
import { exchange } from "./http.js";
import { throughEndpoint } from "./ingest.js";
import { alternate, median, percentile, throughput } from "./measure.js";
import { loadFlat } from "./raw-engine.js";
import { sentToEngine, type EngineRequest } from "./own-body.js";

const PRODUCTS = 500;
const ROUNDS = { warmup: 300, counted: 1000 };
const CONNECTIONS = 8;
const SECONDS = 6;
const REPEATS = 3;
const JSON_TYPE = { "Content-Type": "application/json" };

/** A listing of 24 with 5 facets by designer: through HTTP beside the raw engine on a flat index. */
export async function benchListing(bench: Bench, catalogue: BenchCatalogue): Promise<void> {
  const { engineUrl, service, access } = bench;
  const designer = typicalDesigner(catalogue.variants, PRODUCTS);
  const body = async (name: string) => {
    const text = await readFile(new URL(`baseline/${name}.json`, import.meta.url), "utf8");
    return text.replaceAll('"${designer}"', JSON.stringify(designer.name));
  };
  const flat = `${bench.prefix}flat`;
  await throughEndpoint(bench);
  await loadFlat(engineUrl, flat, catalogue);
  const flatBody = await body("listing");
  const serviceBody = await body("service-listing");
  // The same request of a shopper who may be recognised, so that taste is looked for, and none is found.
  const strangerBody = JSON.stringify({ ...(JSON.parse(serviceBody) as object), user: { device_id: "bench" } });
  const [own] = (await sentToEngine(bench, [serviceBody])) as [EngineRequest];
  const searchUrl = new URL(`/${flat}/_search`, engineUrl);
  const ownUrl = new URL(own.path, engineUrl);
  const serviceUrl = new URL(
    `/v2/recommendations/search?service_api_client=${access.client_id}`,
    service.demo.base_url,
  );
  const headers = { ...JSON_TYPE, "X-SERVICE-API-KEY": access.public_key };
  const contenders = {
    flat: () => exchange(searchUrl, { method: "POST", headers: JSON_TYPE, body: flatBody }),
    own: () => exchange(ownUrl, { method: "POST", headers: JSON_TYPE, body: own.body }),
    service: () => exchange(serviceUrl, { method: "POST", headers, body: serviceBody }),
    stranger: () => exchange(serviceUrl, { method: "POST", headers, body: strangerBody }),
  };
  await checkSame(contenders.flat, contenders.service);

  const times = await alternate(contenders, ROUNDS);
  const base = median(times.flat);
  const row = (what: string, name: keyof typeof times, wanted = ""): [string, string, string] => [
    what,
    `${median(times[name]).toFixed(2)} ms (p99 ${percentile(times[name], 0.99).toFixed(2)})`,
    `${(median(times[name]) / base).toFixed(2)}${wanted}`,
  ];
  bench.table(
    `Listing of 24 with 5 facets, ${bench.catalogName}, designer ${designer.name} (${designer.products} products)`,
    [
      row("raw engine, flat index", "flat"),
      row("raw engine, the service's own request", "own"),
      row("the service through HTTP, unpersonalized", "service", " (wanted: at most 1.80)"),
      row("the same for a shopper of whom nothing is known", "stranger"),
    ],
  );

  const rates: Record<keyof typeof contenders, number[]> = { flat: [], own: [], service: [], stranger: [] };
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    for (const name of ["flat", "own", "service", "stranger"] as const) {
      rates[name].push(await throughput(contenders[name], CONNECTIONS, SECONDS));
    }
  }
  const rateRow = (what: string, name: keyof typeof rates, wanted = ""): [string, string, string] => [
    what,
    `${median(rates[name]).toFixed(0)} requests/s`,
    `${(median(rates[name]) / median(rates.flat)).toFixed(2)}${wanted}`,
  ];
  bench.table(`The same at ${CONNECTIONS} connections, median of ${REPEATS} × ${SECONDS} s`, [
    rateRow("raw engine, flat index", "flat"),
    rateRow("raw engine, the service's own request", "own"),
    rateRow("the service through HTTP, unpersonalized", "service", " (wanted: at least 0.45)"),
    rateRow("the same for a shopper of whom nothing is known", "stranger"),
  ]);
}

/** A benchmark against a baseline that finds something else would measure nothing. */
async function checkSame(flat: () => Promise<Buffer>, service: () => Promise<Buffer>): Promise<void> {
  const expected = JSON.parse((await flat()).toString()) as {
    hits: { total: { value: number }; hits: { _source: { title: string } }[] };
  };
  const got = JSON.parse((await service()).toString()) as { total: number; items: { name: string }[] };
  const names = {
    flat: expected.hits.hits.map((hit) => hit._source.title),
    service: got.items.map((item) => item.name),
  };
  if (expected.hits.total.value !== got.total || names.flat.join() !== names.service.join()) {
    throw new Error(
      `the baseline and the service answer differently: ${JSON.stringify({ total: [expected.hits.total.value, got.total], names })}`,
    );
  }
}
