import { reference, type Paths } from "../document.js";
import { errorResponses, JSON_BODY_ERRORS, PRIVATE_KEY_ERRORS } from "../errors.js";
import { ERASED, ERASURE_REQUEST } from "../examples/shoppers.js";
import { ALWAYS, parameter, PRIVATE_KEY } from "../headers.js";
import { envelopeOf } from "../schemas/envelope.js";

const PATH = "/v1/shoppers/erase";

export const SHOPPER_PATHS: Paths = {
  [PATH]: {
    post: {
      operationId: "eraseShopper",
      summary: "Erase a shopper",
      description:
        "Removes all that is stored of a device, of a user, or of both, and answers once it is gone. What happened before and arrives later is not stored; what happens from then on is new. May be repeated: a call that failed anywhere is finished by the next one. Large shoppers take a while, some seconds for a hundred thousand events.",
      tags: ["Events"],
      security: PRIVATE_KEY,
      parameters: [parameter("RequestId")],
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: reference("schemas", "ErasureRequest"),
            examples: { both: { summary: "A device and a user", value: ERASURE_REQUEST } },
          },
        },
      },
      responses: {
        "200": {
          description: "All is gone.",
          headers: ALWAYS,
          content: {
            "application/json": {
              schema: envelopeOf(reference("schemas", "Erasure")),
              examples: { unknown: { summary: "Nothing was known of them", value: ERASED } },
            },
          },
        },
        ...errorResponses(PATH, {
          ...PRIVATE_KEY_ERRORS,
          validation_error: {
            message: "`device_id` must be a device; nothing is stored about `anonymous`",
            context: { field: "device_id" },
          },
          ...JSON_BODY_ERRORS,
        }),
      },
    },
  },
};
