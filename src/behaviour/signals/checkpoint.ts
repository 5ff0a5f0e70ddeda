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

/** Only ever behind what products say was counted: whoever reads on from it meets some events again, and misses none. */
export async function writeCheckpoint(engine: Engine, cursor: TailCursor): Promise<void> {
  await putDocument(engine, stateIndex(engine), CHECKPOINT_ID, { cursor });
}
