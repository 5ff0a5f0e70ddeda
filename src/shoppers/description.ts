import type { Endpoints } from "../http/description/document-types.js";
import { privateOperation, requestSchema } from "../http/description/operations.js";
import { ERASE_REQUEST, ERASURE_REPORT } from "./erasure.js";

/** A shopper of whom nothing is stored. */
export const ERASURE_REQUEST = { device_id: "7a0f6f0e-2f3c-4a4e-9f5e-3d3f5b1c9d21", user_id: "nobody-known" };

export const ERASED = {
  errors: null,
  meta: null,
  data: {
    erased_at: "2026-05-01T12:00:00.000Z",
    removed: { events: 0, answers: 0, tastes: 0, pages: 0, queries: 0 },
    anonymized: { queries: 0 },
    forgotten_devices: 0,
    elsewhere: { spool_is_clear: true, within_seconds: 10 },
  },
};

const PATH = "/v1/shoppers/erase";

export const SHOPPER_ENDPOINTS: Endpoints = {
  schemas: [requestSchema("ErasureRequest", ERASE_REQUEST), ERASURE_REPORT],
  paths: {
    [PATH]: {
      post: {
        operationId: "eraseShopper",
        summary: "Erase a shopper",
        description:
          "Removes all that is stored of a device, of a user, or of both, and answers once it is gone. What happened before and arrives later is not stored; what happens from then on is new. May be repeated: a call that failed anywhere is finished by the next one. Large shoppers take a while, some seconds for a hundred thousand events.",
        ...privateOperation({
          path: PATH,
          tag: "Events",
          request: {
            schema: "ErasureRequest",
            examples: { both: { summary: "A device and a user", value: ERASURE_REQUEST } },
          },
          answer: {
            description: "All is gone.",
            schema: "Erasure",
            examples: { unknown: { summary: "Nothing was known of them", value: ERASED } },
          },
          errors: {
            validation_error: {
              message: "`device_id` must be a device; nothing is stored about `anonymous`",
              context: { field: "device_id" },
            },
          },
        }),
      },
    },
  },
};
