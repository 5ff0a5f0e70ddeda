import { getDocument, putDocument } from "../../engine/documents.js";
import type { Engine } from "../../engine/engine.js";
import { stateIndex } from "../../engine/state-index.js";
import type { TailCursor } from "../../tracking/tail.js";

const CHECKPOINT_ID = "learner:checkpoint";

/** Up to where stored events have been learnt from. Empty: nothing yet. */
export async function readCheckpoint(engine: Engine): Promise<TailCursor> {
  const found = await getDocument<{ readonly cursor: TailCursor }>(engine, stateIndex(engine), CHECKPOINT_ID);
  return found?.source.cursor ?? {};
}

/**
 * Never ahead of the positions in product signals: a reader that continues from it reads some events again, and misses
 * none.
 */
export async function writeCheckpoint(engine: Engine, cursor: TailCursor): Promise<void> {
  await putDocument(engine, stateIndex(engine), CHECKPOINT_ID, { cursor });
}
