import Type, { type Static } from "typebox";
import { count } from "../schema/typed.js";

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
