import Type, { type Static } from "typebox";
import { closed, count, type Of } from "../schema/typed.js";
import { validationError } from "../errors.js";
import type { Erased } from "../tracking/erase-events.js";
import { ANONYMOUS } from "../tracking/event.js";
import { MAX_ID_LENGTH } from "../tracking/snowplow/fields.js";
import type { Context } from "../context.js";
import { createTurns } from "../lib/periodic.js";
import { type Tombstone, tombstonesSince } from "../personalization/tombstones.js";

/** The response of `POST /v1/shoppers/erase`. */
export const ERASURE_REPORT = Type.Object(
  {
    erased_at: Type.String({
      format: "date-time",
      description: "What happened until then is gone, and is not taken when it arrives later.",
    }),
    removed: Type.Object(
      {
        events: count("Stored events."),
        answers: count("Remembered answers: what was typed, and what was shown."),
        tastes: count("Taste documents that held something, those of `forgotten_devices` included."),
        pages: count("Stored pages of results that could be read on from."),
        queries: count("Typed queries that nobody else has typed."),
      },
      { description: "What is gone, in numbers of documents." },
    ),
    anonymized: Type.Object(
      { queries: count("Typed queries that others have typed, too.") },
      { description: "What stays and does not tell the shopper apart any more." },
    ),
    forgotten_devices: count(
      "Other devices that the user was met on: what was learnt of their taste cannot be told apart, and was forgotten.",
    ),
    elsewhere: Type.Object(
      {
        spool_is_clear: Type.Boolean({
          description:
            "Whether nothing waits on this process's disk any more. Else what waits of the shopper is dropped when its turn comes.",
        }),
        within_seconds: count("After so many seconds no process has anything of the shopper in memory."),
      },
      { description: "What the process that answers cannot reach at once." },
    ),
  },
  { $id: "Erasure", description: "What came of an erasure." },
);

export type ErasureReport = Static<typeof ERASURE_REPORT>;
/** Without what is not in the engine. */
export type Erasure = Omit<ErasureReport, "elsewhere">;

/** The ids that events may use for a device or a user. */
const id = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH, description }));

/** The body of `POST /v1/shoppers/erase`: one of them or both. */
export const ERASE_REQUEST = closed(
  {
    device_id: id("All that this device did, whoever was logged in."),
    user_id: id("All that this user did, on whatever device. As events have it, without a signature."),
  },
  { minProperties: 1 },
);

export type EraseBody = Of<typeof ERASE_REQUEST>;

/** @throws ServiceError validation_error for the device of those who are not recognised: it is no shopper */
export function erasedIn(clientId: string, { device_id, user_id }: EraseBody): Erased {
  if (device_id === ANONYMOUS) {
    throw validationError("device_id", `\`device_id\` must be a device; nothing is stored about \`${ANONYMOUS}\``);
  }
  return { client_id: clientId, device_id: device_id ?? null, user_id: user_id ?? null };
}

/** Clocks of processes differ by less, and so does the time between a tombstone's date and its being searchable. */
const OVERLAP_MS = 120_000;

/**
 * Notifies this process of shoppers who were forgotten or erased, by any process.
 * @param onTombstones lets this process know nothing of these shoppers any more. What it throws has it called with them again.
 * @returns looks for tombstones that have come since. Looks come one after another. @throws errors of the engine as they are
 */
export function followTombstones(
  { engine, now, config }: Context,
  onTombstones: (tombstones: readonly Tombstone[]) => Promise<void>,
): () => Promise<void> {
  const inTurn = createTurns();
  // Only cursors can carry data of shoppers over a restart, and they live no longer than this.
  let from = now() - config.cursorTtlSeconds * 1000 - OVERLAP_MS;
  /** By shopper, those since `from` that have been dealt with. */
  let known = new Map<string, number>();

  async function look(): Promise<void> {
    let newest = from + OVERLAP_MS;
    for await (const some of tombstonesSince(engine, from)) {
      const fresh = some.filter(({ shopper, forgotten_at }) => known.get(shopper) !== forgotten_at);
      if (fresh.length > 0) await onTombstones(fresh);
      for (const { shopper, forgotten_at } of some) {
        known.set(shopper, forgotten_at);
        newest = Math.max(newest, forgotten_at);
      }
    }
    from = newest - OVERLAP_MS;
    known = new Map([...known].filter(([, at]) => at >= from));
  }

  return () => inTurn(look);
}
