import { setTimeout as delay } from "node:timers/promises";
import type { Preview } from "../../console/server/preview/preview-result.js";
import type { StreamLine } from "../../console/server/stream.js";
import type { ProductData } from "../../src/catalog/product-document.js";
import { seeded, type Random } from "../../demo/random.js";
import type { StorefrontConfiguration } from "../../src/storefront/configuration.js";
import { demoFeed } from "../../demo/catalogue/feed.js";
import { signIn } from "../../test/support/console-session.js";
import type { Bench } from "./bench.js";
import { readCatalogue } from "./catalogue.js";
import { throughEndpoint } from "./ingest.js";
import { alternate, median } from "../shared/measure.js";
import { query, look } from "./shopper.js";
import { rankOf } from "./simulated-visits.js";
import { queriesOf, shuffled } from "./typing.js";

const RESPONSES = 1_000;
const SHOPPERS = 100;
const LOOKS = 5;
const ROUNDS = { warmup: 1, counted: 3 };
const WANTED_SECONDS = 10;
const POLL_MS = 500;

/**
 * Measures the preview of drafts, which recomputes a thousand stored responses to shoppers with a taste profile. The
 * measurement runs with the demo catalogue and with the benchmark catalogue.
 */
export async function benchPreview(bench: Bench): Promise<void> {
  const demo = [...demoFeed()].map((line) => (JSON.parse(line) as { product_data: ProductData }).product_data);
  await measure(bench, "the demo catalogue", demo);
  await throughEndpoint(bench);
  await measure(bench, bench.catalogName, (await readCatalogue(bench.catalogPath)).variants);
}

async function measure(bench: Bench, name: string, variants: readonly ProductData[]): Promise<void> {
  const random = seeded(`preview of ${name}`);
  for (let nth = 0; nth < SHOPPERS * LOOKS; nth += 1) {
    await look(bench, deviceAt(nth), variants[random.integer(0, variants.length - 1)]?.product_identifier ?? "");
  }
  const requests = requestsFor(random, variants);
  const send = async () => {
    for (const request of requests) await query(bench, "search", request);
  };
  await send();
  const preview = await signedIn(bench);
  const configuration = await configurationOf(bench);
  // Preview three drafts: the first affects all responses, the second all searches, the third few responses.
  const { half_life_days } = configuration.popularity;
  const everywhere = {
    ...configuration,
    popularity: { ...configuration.popularity, half_life_days: half_life_days + 1 },
  };
  const words = { ...configuration, search: { ...configuration.search, minimum_hits: 7 } };
  const [pinned] = variants as readonly [ProductData];
  const rules = [
    { key: "pin", action: "pin", product: pinned.product_identifier, position: 1, when: { queries: ["x"] } },
  ];
  const onePin = { ...configuration, rules };
  while ((await preview(onePin)).responses.found < RESPONSES) await delay(POLL_MS);
  const last = { everywhere: await preview(everywhere), words: await preview(words), onePin: await preview(onePin) };
  const times = await alternate(
    {
      searches: send,
      everywhere: () => preview(everywhere),
      words: () => preview(words),
      onePin: () => preview(onePin),
    },
    ROUNDS,
  );
  const searches = median(times.searches);
  const row = (what: string, milliseconds: number, more: string): [string, string, string] => [
    what,
    `${(milliseconds / 1000).toFixed(1)} s`,
    `${(milliseconds / RESPONSES).toFixed(1)} ms each, ${(milliseconds / searches).toFixed(2)} × ${more}`,
  ];
  const { requests: different, responses } = last.everywhere;
  bench.table(
    `Preview of drafts on ${RESPONSES} stored responses: ${name}, ${SHOPPERS} shoppers, ${different} different requests`,
    [
      row("requests of the stored responses, sent sequentially over HTTP", searches, ""),
      row(
        "preview of a draft that may change all responses",
        median(times.everywhere),
        `(target: under ${WANTED_SECONDS} s)`,
      ),
      row(
        "preview of a draft with a changed search setting",
        median(times.words),
        `(${last.words.skipped} of ${different} run once)`,
      ),
      row(
        "preview of a draft with a rule for another query",
        median(times.onePin),
        `(${last.onePin.skipped} of ${different} run once)`,
      ),
      [
        "responses changed by the draft that may change all responses",
        String(responses.changed),
        `of ${responses.replayed}`,
      ],
    ],
  );
}

const deviceAt = (nth: number) => `preview-${nth % SHOPPERS}`;

/**
 * Draws requests: half are listings of categories and brands, half are searches. The popularity of the requests follows
 * Zipf's law.
 */
function requestsFor(random: Random, variants: readonly ProductData[]): object[] {
  const values = (field: string) => [...new Set(variants.flatMap((data) => data[field] ?? []).map(String))];
  const filters = [
    ...values("categories").map((categories) => ({ categories })),
    ...values("designer").map((designer) => ({ designer })),
  ];
  const listings = shuffled(random, filters).map((one) => ({ filters: one }));
  const queries = shuffled(random, queriesOf({ variants })).map((query) => ({ query }));
  return Array.from({ length: RESPONSES }, (_, nth) => {
    const from: readonly object[] = nth % 2 === 0 ? listings : queries;
    const user = { device_id: deviceAt(random.integer(0, SHOPPERS - 1)) };
    return { user, limit: 24, ...from[rankOf(random.next(), from.length)], projection: ["name", "images", "price"] };
  });
}

async function configurationOf({ service, access }: Bench): Promise<StorefrontConfiguration> {
  const headers = { "X-SERVICE-API-KEY": access.private_key };
  const response = await fetch(new URL("/v1/storefront", service.demo.base_url), { headers });
  const { data } = (await response.json()) as { data: { configuration: StorefrontConfiguration } };
  return data.configuration;
}

/**
 * Signs in to the console.
 * @returns a function that previews a configuration
 */
async function signedIn({ service, access }: Bench): Promise<(configuration: object) => Promise<Preview>> {
  const session = await signIn(service.demo, access.private_key, "bench");
  return async (configuration) => {
    const last = (await session.lines("preview", { configuration, responses: RESPONSES })).at(
      -1,
    ) as StreamLine<Preview>;
    if (!("result" in last)) throw new Error(`the preview returned no result: ${JSON.stringify(last)}`);
    return last.result;
  };
}
