import type { ProductData } from "../../../src/catalog/product-document.js";
import type { Bench } from "../bench.js";
import type { Connections } from "../connections.js";
import { changeOneProduct } from "../ingest.js";
import { median, timed } from "../../shared/measure.js";
import { changed } from "./changes.js";
import type { NoteRow } from "./table.js";
import { fromShopper, toService, wholeCatalogue } from "./requests.js";
import { unseenDevice } from "./traffic.js";

const CATALOG_VERSIONS = 7;
const LATER = 5;

/**
 * Measures a listing of all products with five facets: the first request after a catalogue change, and later requests.
 */
export async function benchWholeCatalogue(
  bench: Bench,
  connections: Connections,
  variants: readonly ProductData[],
): Promise<NoteRow[]> {
  const rest = await wholeCatalogue();
  const request = toService(bench, "search");
  const query = () => timed(() => connections.send(request(fromShopper(unseenDevice(), { rest }))));
  const first: number[] = [];
  const later: number[] = [];
  for (let catalogVersion = 0; catalogVersion < CATALOG_VERSIONS; catalogVersion += 1) {
    await changeOneProduct(bench, changed(variants[catalogVersion % variants.length] as ProductData, catalogVersion));
    first.push(await query());
    for (let nth = 0; nth < LATER; nth += 1) later.push(await query());
  }
  const row = (what: string, times: readonly number[]): NoteRow => [
    `listing of the whole catalogue with 5 facets, ${what}`,
    `${median(times).toFixed(1)} ms`,
    "",
  ];
  return [row("first request after a catalogue change", first), row("later requests", later)];
}
