import { batches, shareProduct, type FeedBatch } from "./batches.js";
import type { ParsedFeedLine } from "./payload-survey.js";
import { writeBatch, type Target, type WriteDeps, type WriteResult } from "./write-batch.js";

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
