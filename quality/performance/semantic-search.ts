import { seeded } from "../../demo/random.js";
import { createVectorTable } from "../../src/semantic/nearest.js";
import { printTable } from "./bench.js";

const SIZES = [50_000, 200_000, 500_000];
const DIMENSIONS = 384;
const [MOST, LEAST] = [32, 3];
const QUERIES = 30;
/** Number of clusters of product vectors. Simulated queries are closer to the cluster centers than products are. */
const THINGS = 200;
const [FAR, NEAR] = [120, 80];

/**
 * Measures the comparison of queries with all vectors of a synthetic catalogue: the cost of semantic search in the
 * service, without the embedding model.
 */
export function benchSemanticSearch(): void {
  const random = seeded("bench/meaning");
  const numbers = (range: number) => Array.from({ length: DIMENSIONS }, () => (random.next() - 0.5) * range);
  const things = Array.from({ length: THINGS }, () => numbers(200));
  const around = (at: number, range: number) => {
    const noise = numbers(range);
    return Int8Array.from(things[at % THINGS] as number[], (value, position) => value + (noise[position] as number));
  };
  const rows = SIZES.map((size): [string, string, string] => {
    const table = createVectorTable(DIMENSIONS);
    for (let at = 0; at < size; at += 1) table.set(`p${at}`, around(at, FAR));
    const queries = Array.from({ length: QUERIES }, (_, at) => around(at, NEAR));
    for (const query of queries) table.nearest(query, MOST, LEAST);
    const before = process.cpuUsage();
    for (const query of queries) table.nearest(query, MOST, LEAST);
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1000 / QUERIES;
    return [`${size} products`, `${ms.toFixed(1)} ms of a processor`, `${(table.bytes / 1e6).toFixed(0)} MB`];
  });
  printTable("Semantic search for the 32 products most similar to a query", rows);
}
