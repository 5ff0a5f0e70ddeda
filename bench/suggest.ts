import type { SuggestResult } from "../src/search/suggest/response.js";
import type { Bench } from "./bench.js";
import type { BenchCatalogue } from "./catalogue.js";
import { throughEndpoint } from "./ingest.js";
import { atRate, median, percentile } from "./measure.js";
import { ask, look } from "./shopper.js";

const PER_SECOND = 100;
const SECONDS = 20;
const WARMUP_SECONDS = 10;
const TITLES = 100;
const SHOPPERS = 50;
const LOOKS = 5;

/** Suggestions after every letter, at the rate of a busy shop. Half of the shoppers are strangers. */
export async function benchSuggest(bench: Bench, catalogue: BenchCatalogue): Promise<void> {
  await throughEndpoint(bench);
  const ids = catalogue.products.map((product) => product.product_identifier);
  const pick = (at: number) => ids[(at * 7_919) % ids.length] as string;
  for (let shopper = 0; shopper < SHOPPERS; shopper += 1) {
    for (let nth = 0; nth < LOOKS; nth += 1) await look(bench, `suggest-${shopper}`, pick(shopper * LOOKS + nth));
  }
  const beginnings = typedBeginnings(catalogue);
  let asked = 0;
  let answered = 0;
  const type = async () => {
    const at = asked++;
    const device_id = at % 2 === 0 ? `suggest-${(at / 2) % SHOPPERS}` : `stranger-${at}`;
    const answer = await ask(bench, "suggest", {
      user: { device_id },
      query: beginnings[at % beginnings.length],
      projection: ["name", "images", "price"],
    });
    const { queries, products } = JSON.parse(answer.toString()) as SuggestResult;
    if (queries.length + products.length > 0) answered += 1;
  };
  await atRate(type, PER_SECOND, WARMUP_SECONDS);
  answered = 0;
  const { times } = await atRate(type, PER_SECOND, SECONDS);
  bench.table(`Suggestions of ${bench.catalogName} after every letter, ${PER_SECOND} a second for ${SECONDS} s`, [
    ["median", `${median(times).toFixed(2)} ms`, ""],
    ["99th percentile", `${percentile(times, 0.99).toFixed(2)} ms`, "(wanted: under 20 ms)"],
    ["with something to suggest", `${((100 * answered) / times.length).toFixed(1)} %`, ""],
  ]);
}

/** What is typed on the way to the first words of titles, letter by letter; every tenth letter is the wrong one. */
function typedBeginnings({ variants }: BenchCatalogue): string[] {
  const titles = variants.flatMap(({ title }) => (typeof title === "string" ? [title] : []));
  if (titles.length === 0) throw new Error("the catalogue has no titles");
  const beginnings = Array.from({ length: TITLES }, (_, at) => {
    const title = titles[Math.floor((at * titles.length) / TITLES)] as string;
    const words = title.split(/\s+/).slice(0, 3).join(" ");
    return Array.from(words, (_letter, end) => words.slice(0, end + 1));
  }).flat();
  return beginnings.map((typed, at) =>
    at % 10 === 9 && typed.length > 4 ? `${typed.slice(0, -2)}x${typed.slice(-1)}` : typed,
  );
}
