import type { Paths } from "../document-types.js";
import { ERASED, ERASURE_REQUEST } from "../examples/shopper-examples.js";
import { privateOperation } from "./private-operation.js";

const PATH = "/v1/shoppers/erase";

export const SHOPPER_PATHS: Paths = {
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
};
