import type { Hit } from "../engine/search-documents.js";
import { InternedStrings, grown } from "../lib/interned.js";
import type { CatalogVersion } from "./catalog-version.js";
import { productTag } from "./catalog-version.js";
import { ancestorReader, TASTE_FIELD } from "./taste-tokens.js";

export const LOG_PRICE_FIELD = "log_price";

const PRIOR_FIELD = "prior";
const CREATED_FIELD = "created_at";

/** Request parameters for the fields that `FeatureTable.put` reads. */
export const FEATURE_FIELDS = {
  stored_fields: "_none_",
  docvalue_fields: [TASTE_FIELD, LOG_PRICE_FIELD, PRIOR_FIELD, { field: CREATED_FIELD, format: "epoch_millis" }],
} as const;

/** Stores a list of strings, encoded as numeric ids, for each row of a table. The memory of a replaced list is not reused. */
class Lists {
  members = new Int32Array(1_024);
  starts = new Uint32Array(64);
  lengths = new Uint16Array(64);
  private used = 0;

  get bytes(): number {
    return this.members.byteLength + this.starts.byteLength + this.lengths.byteLength;
  }

  set(row: number, list: readonly number[]): void {
    this.members = grown(this.members, this.used + list.length);
    this.starts = grown(this.starts, row + 1);
    this.lengths = grown(this.lengths, row + 1);
    this.members.set(list, this.used);
    this.starts[row] = this.used;
    this.lengths[row] = list.length;
    this.used += list.length;
  }

  of(row: number): Int32Array {
    const start = this.starts[row] as number;
    return this.members.subarray(start, start + (this.lengths[row] as number));
  }
}

/** The ranking features of one catalogue's products: one row per product, one typed array per feature. */
export class FeatureTable {
  private readonly ids = new InternedStrings();
  private readonly names = new InternedStrings();
  /** Cache of decoded token names by token number. Names are cached because the products of a page share most of their tokens. */
  private readonly texts: string[] = [];
  /** Ranking prior of each product as a time in seconds since 1970, see `listing-prior.ts`; -Infinity if the product has no prior. */
  priors = new Float64Array(64);
  /** Creation time of each product in milliseconds since 1970. */
  created = new Float64Array(64);
  /** Logarithm of the price, see `ProductDocument.log_price`; NaN if the product has no price. */
  logPrices = new Float64Array(64);
  /** Tokens of each product: its taste tokens (see `taste-tokens.ts`), followed by tokens of the parent categories. */
  private readonly tokens = new Lists();
  private ownTokens = new Uint16Array(64);
  /** State of each row: 1 if the product has changed since the row was read, otherwise 0. */
  private stale = new Uint8Array(64);
  private tags = new Int32Array(64);
  private readonly ancestorsOf = ancestorReader();
  /** The version of the table, which increases when rows become stale. */
  version = 0;

  /** @param catalogVersion catalogue version before the first row was read */
  constructor(
    private catalogVersion: number,
    readonly readAt: number,
  ) {}

  get size(): number {
    return this.ids.size;
  }

  get bytes(): number {
    const columns = [this.priors, this.created, this.logPrices, this.ownTokens, this.stale, this.tags];
    const own = columns.reduce((sum, { byteLength }) => sum + byteLength, 0);
    return own + this.ids.bytes + this.names.bytes + this.tokens.bytes;
  }

  /** Returns the row of a product; -1 if the table does not contain it. */
  rowOf(id: string): number {
    return this.ids.numberOf(id);
  }

  /**
   * Returns the row for the hash of a product id, see `ProductDocument.hash`. Returns -1 if there is no row, or if the
   * row is stale and must be read again.
   */
  rowWith(hash: number): number {
    const row = this.ids.withHash(hash);
    return row === -1 || this.stale[row] === 1 ? -1 : row;
  }

  idOf(row: number): string {
    return this.ids.textOf(row);
  }

  tokensOf(row: number): string[] {
    return Array.from(this.ownTokensOf(row), (number) => this.nameOf(number));
  }

  /** Returns the numeric ids of a row's tokens. `nameOf` converts an id to the token. */
  ownTokensOf(row: number): Int32Array {
    return this.tokens.of(row).subarray(0, this.ownTokens[row]);
  }

  nameOf(number: number): string {
    return (this.texts[number] ??= this.names.textOf(number));
  }

  /** Writes the row of a product. @param fields fields of a search hit that was requested with `FEATURE_FIELDS` */
  put(id: string, fields: Hit<unknown>["fields"] = {}): number {
    const row = this.ids.add(id);
    this.priors = grown(this.priors, row + 1);
    this.created = grown(this.created, row + 1);
    this.logPrices = grown(this.logPrices, row + 1);
    this.ownTokens = grown(this.ownTokens, row + 1);
    this.stale = grown(this.stale, row + 1);
    this.tags = grown(this.tags, row + 1);
    const numbers = (names: readonly unknown[]) => names.map((name) => this.names.add(String(name)));
    const tokens = (fields[TASTE_FIELD] ?? []) as readonly string[];
    this.priors[row] = Number(fields[PRIOR_FIELD]?.[0] ?? -Infinity);
    this.created[row] = Number(fields[CREATED_FIELD]?.[0] ?? -Infinity);
    this.logPrices[row] = Number(fields[LOG_PRICE_FIELD]?.[0] ?? NaN);
    this.tokens.set(row, numbers([...tokens, ...this.ancestorsOf(tokens)]));
    this.ownTokens[row] = tokens.length;
    this.stale[row] = 0;
    this.tags[row] = productTag(id);
    return row;
  }

  /** Whether the table is already at a later catalogue version than `live`. */
  isAheadOf(live: CatalogVersion): boolean {
    return this.catalogVersion > live.catalogVersion;
  }

  /** Marks the rows of the given products as stale, because the rows may have been read before the products changed. */
  doubt(ids: Iterable<string>): void {
    for (const id of ids) this.stale[this.ids.numberOf(id)] = 1;
    this.version += 1;
  }

  /** Marks rows of changed products as stale. @returns `false` if the changed products are unknown */
  follow(live: CatalogVersion): boolean {
    if (live.catalogVersion <= this.catalogVersion) return true;
    if (live.changes === undefined || live.changes.everything > this.catalogVersion) return false;
    const changed = new Set<number>();
    for (const [tag, catalogVersion] of live.changes.tags) if (catalogVersion > this.catalogVersion) changed.add(tag);
    for (let row = 0; row < this.size; row += 1) if (changed.has(this.tags[row] as number)) this.stale[row] = 1;
    this.catalogVersion = live.catalogVersion;
    this.version += 1;
    return true;
  }

  /** Returns, for each row, the total weight of the product's tokens and parent categories. */
  tokenSums(rows: Int32Array, weights: ReadonlyMap<string, number>): Float64Array {
    const sums = new Float64Array(rows.length);
    const worths = this.scratch();
    const touched: number[] = [];
    for (const [name, weight] of weights) {
      const number = this.names.numberOf(name);
      if (number === -1) continue;
      worths[number] = weight;
      touched.push(number);
    }
    if (touched.length > 0) {
      const { members, starts, lengths } = this.tokens;
      for (let at = 0; at < rows.length; at += 1) {
        const row = rows[at] as number;
        if (row === -1) continue;
        const start = starts[row] as number;
        const end = start + (lengths[row] as number);
        let sum = 0;
        for (let member = start; member < end; member += 1) sum += worths[members[member] as number] as number;
        sums[at] = sum;
      }
    }
    for (const number of touched) worths[number] = 0;
    return sums;
  }

  private worths = new Float64Array(64);

  /** Returns a scratch array with a zero for each token name. The caller must reset changed values to zero. */
  private scratch(): Float64Array {
    this.worths = grown(this.worths, this.names.size);
    return this.worths;
  }
}

/** Rows of the given products. Valid until the next `await`, because the table may then be replaced. */
export interface FeatureRows {
  readonly table: FeatureTable;
  /** The row number of each product, in the order of the products; -1 for a deleted product. */
  readonly rows: Int32Array;
}
