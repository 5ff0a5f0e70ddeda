import { grown, InternedStrings } from "../../lib/interned.js";
import { addDigest, digestOf, DIGEST_WORDS, readDigest, writtenDigest } from "../digest.js";
import type { FieldFit } from "../field-scan.js";
import type { FeedLine } from "./feed-line.js";

/**
 * Maximum number of products and lines of a feed that is compared with the catalogue, to limit memory: a product takes 70 to 110 bytes, a
 * line 4 to 6 bytes. Larger feeds are not compared; `not_compared` is then set in the report.
 */
const MOST_COMPARED = { products: 16_000_000, lines: 80_000_000 };

/** Bit of a product's state: the feed has an insert for the product. */
const INSERTED = 1;
/** Bit of a product's state: the feed has several inserts for the product. */
const SEVERAL = 2;
/** Bit of a product's state: the feed has a deletion or a rejected line for the product, so the result depends on the live product. */
const INTRICATE = 4;
/** Bit of a product's state: an inserted line of the product has a field that is new to the catalogue. */
const NEW_FIELD = 8;
const LIVE = 16;
const UNCHANGED = 32;

/** The difference between a live product and the feed. `unnamed`: the feed has no line for the product. */
export type ProductDifference = "unchanged" | "differs" | "unnamed";

/**
 * The products of a feed for comparison with the live catalogue. Stores the sum of line digests per product, and the product of each line,
 * so that lines of unchanged products need not be parsed again. Products are identified by 96 bits of a hash of their ids.
 */
export class FeedProducts {
  /** Digests of the product ids. Unlike the ids, the digests have a fixed length. */
  readonly #ids = new InternedStrings();
  #sums = new Uint32Array(DIGEST_WORDS * 1024);
  #bits = new Uint8Array(1024);
  /**
   * One entry per feed line: 2 × (product number + 1), plus 1 if a value may not fit its field. The entry is 0 if the
   * second pass skips the line.
   */
  #lines = new Uint32Array(4096);
  #lastLine = 0;
  #isTooLarge = false;
  readonly #digest = new Uint32Array(DIGEST_WORDS);
  readonly #most: Readonly<typeof MOST_COMPARED>;

  constructor(most: Readonly<typeof MOST_COMPARED> = MOST_COMPARED) {
    this.#most = most;
  }

  /** Whether the feed exceeds the comparison limits; the collected data is then incomplete. */
  get isTooLarge(): boolean {
    return this.#isTooLarge;
  }

  /** Adds a line of the first pass. @param observed whether all fields of the line are known and all values fit */
  add(number: number, line: FeedLine, observed: FieldFit): void {
    if (line.product_identifier === null) return;
    const product = this.#numbered(line.product_identifier);
    if (product === undefined || number > this.#most.lines) {
      this.#isTooLarge = true;
      return;
    }
    if (line.kind !== "insert") this.#mark(product, INTRICATE);
    else {
      this.#mark(product, this.#has(product, INSERTED) ? SEVERAL : INSERTED);
      if (observed === "new") this.#mark(product, NEW_FIELD);
      readDigest(line.variant.digest, this.#digest);
      addDigest(this.#sums, DIGEST_WORDS * product, this.#digest);
    }
    if (line.kind === "rejected") return;
    const isDoubtful = observed !== "fits" || ("lost" in line && line.lost.length > 0);
    this.#lines = grown(this.#lines, number + 1);
    this.#lines[number] = 2 * (product + 1) + Number(isDoubtful);
    this.#lastLine = number;
  }

  /**
   * Compares a live product with the feed; call it once per product.
   * @param digest digest of the active variants; undefined if unknown
   * @param isFieldAdded whether the feed has new fields; products with such fields are indexed again
   */
  compare(id: string, digest: string | undefined, isFieldAdded: boolean): ProductDifference {
    const product = this.#ids.numberOf(digestOf(id));
    if (product === -1) return "unnamed";
    this.#mark(product, LIVE);
    const isSame =
      this.#has(product, INSERTED) &&
      !this.#has(product, INTRICATE | (isFieldAdded ? NEW_FIELD : 0)) &&
      digest === writtenDigest(this.#sums, DIGEST_WORDS * product);
    if (!isSame) return "differs";
    this.#mark(product, UNCHANGED);
    return "unchanged";
  }

  /** Whether the feed inserts products that the live catalogue does not have. */
  hasNew(): boolean {
    for (let product = 0; product < this.#ids.size; product += 1) {
      if (this.#has(product, INSERTED) && !this.#has(product, LIVE)) return true;
    }
    return false;
  }

  /** Counts the unchanged products after all live products have been compared. */
  unchanged(): { products: number; variants: number; severalVariants: boolean } {
    let products = 0;
    let variants = 0;
    let severalVariants = false;
    for (let product = 0; product < this.#ids.size; product += 1) {
      if (!this.#has(product, UNCHANGED)) continue;
      products += 1;
      severalVariants ||= this.#has(product, SEVERAL);
    }
    for (let line = 0; line <= this.#lastLine; line += 1) if (this.isUnchanged(line)) variants += 1;
    return { products, variants, severalVariants };
  }

  /** Whether the product of a line is unchanged. */
  isUnchanged(line: number): boolean {
    const known = this.#lines[line] ?? 0;
    return known !== 0 && this.#has((known >>> 1) - 1, UNCHANGED);
  }

  /** Whether the second pass needs a line: the line's product has changed, or a value may not fit its field. */
  isNeeded(line: number): boolean {
    const known = this.#lines[line] ?? 0;
    return known !== 0 && ((known & 1) === 1 || !this.isUnchanged(line));
  }

  /** Whether the second pass needs any line. */
  needsAny(): boolean {
    for (let line = 0; line <= this.#lastLine; line += 1) if (this.isNeeded(line)) return true;
    return false;
  }

  #has(product: number, bits: number): boolean {
    return ((this.#bits[product] ?? 0) & bits) !== 0;
  }

  #mark(product: number, bits: number): void {
    this.#bits[product] = (this.#bits[product] ?? 0) | bits;
  }

  /** Returns the index of a product; adds unknown products. @returns `undefined` if the maximum number of products is reached */
  #numbered(id: string): number | undefined {
    const digest = digestOf(id);
    const known = this.#ids.numberOf(digest);
    if (known !== -1) return known;
    if (this.#ids.size === this.#most.products) return undefined;
    const product = this.#ids.add(digest);
    this.#bits = grown(this.#bits, product + 1);
    this.#sums = grown(this.#sums, DIGEST_WORDS * (product + 1));
    return product;
  }
}
