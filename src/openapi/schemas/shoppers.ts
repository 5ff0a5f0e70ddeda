import { publishedRequest } from "../../schema/published.js";
import type { JsonSchema } from "../../schema/validator.js";
import type { Erasure } from "../../shoppers/erase.js";
import { ERASE_REQUEST } from "../../shoppers/erase-request.js";
import type { ErasureReport } from "../../shoppers/routes.js";
import { count, objectSchema } from "./object-schema.js";

export const SHOPPER_SCHEMAS = {
  ErasureRequest: publishedRequest(ERASE_REQUEST),
  Erasure: objectSchema<ErasureReport>("What came of an erasure.", {
    erased_at: {
      type: "string",
      format: "date-time",
      description: "What happened until then is gone, and is not taken when it arrives later.",
    },
    removed: objectSchema<Erasure["removed"]>("What is gone.", {
      events: count("Stored events."),
      answers: count("Remembered answers: what was typed, and what was shown."),
      tastes: count("Taste documents that held something."),
      pages: count("Stored pages of results that could be read on from."),
      queries: count("Typed queries that nobody else has typed."),
    }),
    anonymized: objectSchema<Erasure["anonymized"]>("What stays and does not tell the shopper apart any more.", {
      queries: count("Typed queries that others have typed, too."),
    }),
    forgotten_devices: count("Other devices that the user was met on, whose taste was forgotten."),
    elsewhere: objectSchema<ErasureReport["elsewhere"]>("What the process that answers cannot reach at once.", {
      spool_is_clear: {
        type: "boolean",
        description:
          "Whether nothing waits on this process's disk any more. Else what waits of the shopper is dropped when its turn comes.",
      },
      within_seconds: count("After so many seconds no process has anything of the shopper in memory."),
    }),
  }),
} as const satisfies Readonly<Record<string, JsonSchema>>;
