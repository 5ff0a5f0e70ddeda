import { LRUCache } from "lru-cache";
import { createCache, type Kind } from "../../src/lib/cache.js";
import { seeded, type Random } from "../../demo/random.js";
import { printTable } from "./bench.js";
import { rankOf } from "./simulated-visits.js";

const MAX_BYTES = 126 * 1024 * 1024;
const [REQUESTS, COUNTED_FROM] = [100_000, 20_000];
const ONE_OFF = 0.6;
const LISTINGS = 500;
/** Number of products in a listing that shoppers may see, and number of products per page. */
const [SHOWN, PAGE] = [120, 24];

/**
 * Approximate sizes in bytes of the cache entries for a request of a known shopper, in total about 127 KB per request.
 */
const BYTES = { counts: 5_000, candidates: 60_000, item: 2_600 } as const;
type Part = keyof typeof BYTES;

interface Policy {
  get(part: Part, key: string): boolean;
  set(part: Part, key: string): void;
}

/**
 * Replays requests of known shoppers against caches of equal size. Popular listings follow Zipf's law (exponent 1) and
 * are mixed with listings requested only once. Prints the hit rate of popular listings.
 */
export function benchCache(): void {
  const policies = [
    ["LRU", lru()],
    ["S3-FIFO", s3Fifo(false)],
    ["S3-FIFO, items stored on the second request", s3Fifo(true)],
  ] as const;
  printTable(
    `Hit rate of popular listings; ${ONE_OFF * 100} % of ${REQUESTS} requests are for listings requested once`,
    [
      ["", "counts", "items"],
      ...policies.map(([name, policy]) => {
        const { counts, item } = replay(policy, seeded("bench/cache"));
        return [name, counts.toFixed(3), item.toFixed(3)];
      }),
    ],
  );
}

function replay(policy: Policy, random: Random): Record<Part, number> {
  const reads = { counts: 0, candidates: 0, item: 0 };
  const hits = { ...reads };
  const read = (part: Part, key: string, isCounted: boolean) => {
    const isHit = policy.get(part, key);
    if (!isHit) policy.set(part, key);
    if (!isCounted) return;
    reads[part] += 1;
    hits[part] += Number(isHit);
  };
  for (let request = 0; request < REQUESTS; request += 1) {
    const isHot = !random.chance(ONE_OFF);
    const isCounted = isHot && request >= COUNTED_FROM;
    const listing = isHot ? `hot ${rankOf(random.next(), LISTINGS)}` : `once ${request}`;
    read("counts", listing, isCounted);
    read("candidates", listing, isCounted);
    for (const product of pageOf(random)) read("item", `${listing} ${product}`, isCounted);
  }
  return {
    counts: hits.counts / reads.counts,
    candidates: hits.candidates / reads.candidates,
    item: hits.item / reads.item,
  };
}

/** Simulates a personalized page, on which products near the top of the unpersonalized order are more frequent. */
function pageOf(random: Random): ReadonlySet<number> {
  const page = new Set<number>();
  while (page.size < PAGE) page.add(Math.floor(SHOWN * random.next() ** 2));
  return page;
}

function lru(): Policy {
  const cache = new LRUCache<string, object>({ maxSize: MAX_BYTES });
  return {
    get: (part, key) => cache.get(`${part} ${key}`) !== undefined,
    set: (part, key) => void cache.set(`${part} ${key}`, {}, { size: BYTES[part] }),
  };
}

function s3Fifo(itemsFromSecondSet: boolean): Policy {
  const cache = createCache({ maxBytes: MAX_BYTES });
  const kind = (name: Part): Kind<object> => ({ name, bytesOf: () => BYTES[name] });
  const kinds = { counts: kind("counts"), candidates: kind("candidates"), item: kind("item") };
  if (itemsFromSecondSet) kinds.item = { ...kinds.item, isKeptFromSecondSet: true };
  return {
    get: (part, key) => cache.get(kinds[part], key) !== undefined,
    set: (part, key) => cache.set(kinds[part], key, {}),
  };
}
