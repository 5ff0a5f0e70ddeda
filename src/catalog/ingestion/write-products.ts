import type { ParsedFeedLine } from "./payload-survey.js";
import { type Target, writeBatch, type WriteDeps, type WriteResult } from "./write-batch.js";
import type { AcceptedLine } from "./changes.js";

/** One is being made while the engine has two. Measured with Icecat: memory is what it is with two, 190 MB. */
const BULKS_IN_FLIGHT = 3;

/** Merges a payload's lines into products and writes them, batch by batch, at most a few batches at a time. */
export async function writeProducts(
  deps: WriteDeps,
  target: Target,
  chunks: AsyncIterable<readonly ParsedFeedLine[]>,
): Promise<WriteResult> {
  const inFlight = new Map<Promise<void>, FeedBatch>();
  const result: WriteResult = { known: 0, refused: new Set(), documentLength: 40_000 };
  let failure: unknown;

  async function launch(batch: FeedBatch): Promise<void> {
    // Two batches that share a product must not overtake each other: later lines win.
    const sharing = [...inFlight].filter(([, other]) => shareProduct(batch, other)).map(([writing]) => writing);
    await Promise.all(sharing);
    if (inFlight.size >= BULKS_IN_FLIGHT) await Promise.race(inFlight.keys());
    if (failure !== undefined) throw failure as Error;
    const writing: Promise<void> = writeBatch(deps, target, batch.products, result)
      .catch((error: unknown) => void (failure ??= error))
      .finally(() => inFlight.delete(writing));
    inFlight.set(writing, batch);
  }

  try {
    for await (const batch of batches(chunks)) await launch(batch);
  } finally {
    await Promise.all(inFlight.keys());
  }
  if (failure !== undefined) throw failure as Error;
  return result;
}

/**
 * Measured with a payload of 120 MB (two cores, engine beside it): batches of 1,000 lines and 2 MB peak at 402 MB resident,
 * of 500 and 1 MB at 303, of 250 and 0.5 MB at 228, at the same rate.
 */
const BATCH_LINES = 250;
const BATCH_BYTES = 500_000;
/** A full batch still takes lines of products it holds, because feeds keep a product's variants together, but not for ever. */
const MAX_OVERFULL = 8;

/** Lines that are written together, by product and in their order. */
interface FeedBatch {
  readonly products: ReadonlyMap<string, AcceptedLine[]>;
}

/** Groups accepted lines by product, as many as one write takes. */
async function* batches(chunks: AsyncIterable<readonly ParsedFeedLine[]>): AsyncGenerator<FeedBatch, void, undefined> {
  let products = new Map<string, AcceptedLine[]>();
  let lines = 0;
  let size = 0;
  for await (const chunk of chunks) {
    for (const { line, bytes } of chunk) {
      if (line.kind === "rejected") continue;
      const known = products.get(line.product_identifier);
      const full = known === undefined ? 1 : MAX_OVERFULL;
      if (lines >= BATCH_LINES * full || size >= BATCH_BYTES * full) {
        yield { products };
        products = new Map();
        lines = size = 0;
      }
      const held = products.get(line.product_identifier);
      if (held === undefined) products.set(line.product_identifier, [line]);
      else held.push(line);
      lines += 1;
      size += bytes;
    }
  }
  if (products.size > 0) yield { products };
}

function shareProduct(a: FeedBatch, b: FeedBatch): boolean {
  for (const id of a.products.keys()) if (b.products.has(id)) return true;
  return false;
}
