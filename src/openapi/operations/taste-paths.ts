import { reference, type Example, type Operation, type Paths, type ResponseObject } from "../document-types.js";
import {
  errorResponses,
  JSON_BODY_ERRORS,
  PUBLIC_KEY_ERRORS,
  RATE_ERRORS,
  type ErrorExamples,
} from "../error-responses.js";
import { TASTE_CORRECTED, TASTE_CORRECTION, TASTE_FORGOTTEN, TASTE_SHOWN } from "../examples/taste-examples.js";
import { CROSS_ORIGIN, parameter, PUBLIC_KEY } from "../response-headers.js";

const PATH = "/v2/taste";

const answer = (description: string, examples: Readonly<Record<string, Example>>): ResponseObject => ({
  description,
  headers: CROSS_ORIGIN,
  content: { "application/json": { schema: reference("schemas", "Taste"), examples } },
});

const ERRORS: ErrorExamples = {
  ...PUBLIC_KEY_ERRORS,
  validation_error: {
    message: "the query parameter `device_id` is required, once: 1 to 256 characters that are not all blank",
    context: { field: "device_id" },
  },
  ...RATE_ERRORS,
};

const shared = {
  tags: ["Taste"],
  security: PUBLIC_KEY,
  parameters: [parameter("Client"), parameter("Device"), parameter("RequestId")],
} satisfies Partial<Operation>;

export const TASTE_PATHS: Paths = {
  [PATH]: {
    get: {
      operationId: "readTaste",
      summary: "See what a device is taken to like",
      description:
        "What its shopper did in this browser, and what follows from it. Never what is known of a logged-in user. Of a device that nothing is known of, everything is empty.",
      ...shared,
      responses: {
        "200": answer("What is known.", { shown: { summary: "After a look at one product", value: TASTE_SHOWN } }),
        ...errorResponses(PATH, ERRORS),
      },
    },
    patch: {
      operationId: "correctTaste",
      summary: "Correct what a device is taken to like",
      description:
        "`mute` sets the weight of tokens to 0 for good, `remove` takes back what was learnt so far. The next request is ranked by what is left.",
      ...shared,
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: reference("schemas", "TasteCorrection"),
            examples: { muted: { summary: "Not this designer, and the shirt was a present", value: TASTE_CORRECTION } },
          },
        },
      },
      responses: {
        "200": answer("What is known now.", { muted: { summary: "Corrected", value: TASTE_CORRECTED } }),
        ...errorResponses(PATH, {
          ...ERRORS,
          ...JSON_BODY_ERRORS,
        }),
      },
    },
    delete: {
      operationId: "forgetTaste",
      summary: "Forget what a device is taken to like",
      description:
        "Everything, corrections included. Events from before that are still on their way will not be learnt either. What is known of a logged-in user stays; that is for the shop's own server to forget.",
      ...shared,
      responses: {
        "200": answer("Nothing any more.", { forgotten: { summary: "Forgotten", value: TASTE_FORGOTTEN } }),
        ...errorResponses(PATH, ERRORS),
      },
    },
  },
};
