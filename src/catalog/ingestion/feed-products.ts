import { grown, InternedStrings } from "../../lib/interned.js";
import { addDigest, digestOf, DIGEST_WORDS, readDigest, writtenDigest } from "../digest.js";
import type { FieldFit } from "../field-scan.js";
import type { FeedLine } from "./feed-line.js";

/** Limits the memory: a product takes 70 to 110 bytes and a line 4 to 6 bytes. Larger feeds are not compared; their report has `not_compared`. */
const MOST_COMPARED = { products: 16_000_000, lines: 80_000_000 };

/** The state of a product of the feed, as bits. */
const INSERTED = 1;
/** It has several lines that insert. */
const SEVERAL = 2;
/** A line of it deletes, or was rejected: what comes of it is not known without the live product. */
const INTRICATE = 4;
/** A line of it has a leaf that the catalogue did not have. */
const NEW_FIELD = 8;
const LIVE = 16;
const UNCHANGED = 32;

/** How a live product differs from the feed. `unnamed`: no line is about it. */
export type ProductDifference = "unchanged" | "differs" | "unnamed";

/**
 * The products of a feed while it is compared with the live catalogue: the sum of the digests of each one's lines, and to which
 * product each line belongs, so that lines of unchanged products need not be parsed again. Products are known by 96 bits of a
 * hash of their identifiers.
 */
export class FeedProducts {
  /** Digests of the identifiers, which are of any length. */
  readonly #ids = new InternedStrings();
  #sums = new Uint32Array(DIGEST_WORDS * 1024);
  #bits = new Uint8Array(1024);
  /**
   * By line number: twice (product number + 1), and 1 more where a value may not fit; 0 for lines that are not needed
   * again.
   */
  #lines = new Uint32Array(4096);
  #lastLine = 0;
  #isTooLarge = false;
  readonly #digest = new Uint32Array(DIGEST_WORDS);
  readonly #most: Readonly<typeof MOST_COMPARED>;

  constructor(most: Readonly<typeof MOST_COMPARED> = MOST_COMPARED) {
    this.#most = most;
  }

  /** Whether the feed has more than is compared. What is known of it then is incomplete. */
  get isTooLarge(): boolean {
    return this.#isTooLarge;
  }

  /** Takes in a line of the first reading. @param observed of its leaves */
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
   * Compares a live product, once for each.
   * @param digest of what it sells; undefined where that is not known
   * @param isFieldAdded whether leaves of the feed are new: products that have some are indexed anew
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

  /** Whether the feed inserts products that were not among those compared. */
  hasNew(): boolean {
    for (let product = 0; product < this.#ids.size; product += 1) {
      if (this.#has(product, INSERTED) && !this.#has(product, LIVE)) return true;
    }
    return false;
  }

  /** Counts the unchanged products, once all live products have been compared. */
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

  /** Whether the product of a line is the same as in the live generation. */
  isUnchanged(line: number): boolean {
    const known = this.#lines[line] ?? 0;
    return known !== 0 && this.#has((known >>> 1) - 1, UNCHANGED);
  }

  /** Whether the second reading needs a line: it changes something, or has values that may not fit. */
  isNeeded(line: number): boolean {
    const known = this.#lines[line] ?? 0;
    return known !== 0 && ((known & 1) === 1 || !this.isUnchanged(line));
  }

  /** Whether the second reading needs any line. */
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

  /** @returns undefined when there is no room for another one */
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
