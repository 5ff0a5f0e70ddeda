import { setTimeout as delay } from "node:timers/promises";
import { getDocument, putDocument, type Version } from "./documents.js";
import { EngineUnavailableError, type Engine } from "./engine.js";

const ATTEMPTS = 20;
const PAUSE_MS = 5;

export interface ChangeOptions {
  /** Whether searches see the change at once. */
  readonly refresh?: boolean;
}

/**
 * Changes one document by compare-and-set: reads it in real time, and writes what `next` makes of it unless somebody else
 * has written in between; then again.
 * @param next gets undefined where there is no document; what comes back as it was passed is not written
 * @returns what the document is now
 * @throws EngineUnavailableError when others are always faster; whatever `next` throws
 */
export async function changeDocument<T extends object, Next extends T | undefined>(
  engine: Engine,
  index: string,
  id: string,
  next: (before: T | undefined) => Next | Promise<Next>,
  { refresh = false }: ChangeOptions = {},
): Promise<Next> {
  let after: Next | undefined;
  await untilWritten(`document ${id} of ${index}`, async () => {
    const found = await getDocument<T>(engine, index, id);
    after = await next(found?.source);
    if (after === undefined || after === found?.source) return true;
    return isWritten(await putDocument(engine, index, id, after, found ?? "absent", refresh));
  });
  return after as Next;
}

const isWritten = (outcome: Version | "conflict") => outcome !== "conflict";

/**
 * Repeats a compare-and-set, with pauses that grow, until no other writer has interfered.
 * @param attempt reads, changes and writes; resolves to whether it wrote all that it had to
 * @throws EngineUnavailableError when others are always faster
 */
export async function untilWritten(what: string, attempt: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < ATTEMPTS; round += 1) {
    if (round > 0) await delay(PAUSE_MS * round * Math.random());
    if (await attempt()) return;
  }
  throw new EngineUnavailableError(`${what} is changed by others all the time`);
}
