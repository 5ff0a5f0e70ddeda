import {
  reference,
  type Example,
  type Operation,
  type Endpoints,
  type ResponseObject,
} from "../http/description/document-types.js";
import {
  errorResponses,
  JSON_BODY_ERRORS,
  PUBLIC_KEY_ERRORS,
  RATE_ERRORS,
  type ErrorExamples,
} from "../http/description/error-responses.js";
import { requestSchema } from "../http/description/operations.js";
import { CROSS_ORIGIN, EXAMPLE_DEVICE, parameter, PUBLIC_KEY } from "../http/description/response-headers.js";
import { CORRECTION } from "./taste-requests.js";
import { DEVICE_TASTE } from "./taste/view.js";

/** Of a device that viewed one product of the catalogue of the examples, and may correct its taste. */
const NOTHING = {
  device_id: EXAMPLE_DEVICE,
  learnt_until: null,
  forgotten_at: null,
  tokens: [],
  muted: [],
  recent_products: [],
};

const token = (field: string, value: string, weight: number, label = value) => ({
  token: `${field}=${value}`,
  field,
  label,
  weight,
});

export const TASTE_SHOWN = {
  ...NOTHING,
  learnt_until: "2026-05-01T12:00:00.000Z",
  tokens: [
    token("designer", "Marlow & Finch", 0.5),
    { token: "price=all", field: "price", label: "59.5", weight: 0.5 },
    token("categories", "Clothing: Shirts: Casual Shirts", 0.25),
    token("color", "Blue", 0.25),
    token("color", "White", 0.25),
    token("categories", "Clothing", 0.125),
    token("categories", "Clothing: Shirts", 0.125),
  ],
  recent_products: [{ product_identifier: "oxford-shirt", last_event_at: "2026-05-01T12:00:00.000Z", interest: 0.5 }],
};

export const TASTE_CORRECTION = { mute: ["designer=Marlow & Finch"], remove_products: ["oxford-shirt"] };

export const TASTE_CORRECTED = { ...NOTHING, muted: TASTE_CORRECTION.mute };

export const TASTE_FORGOTTEN = { ...NOTHING, forgotten_at: "2026-05-01T12:05:00.000Z" };

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

export const TASTE_ENDPOINTS: Endpoints = {
  schemas: [requestSchema("TasteCorrection", CORRECTION), DEVICE_TASTE],
  paths: {
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
              examples: {
                muted: { summary: "Not this designer, and the shirt was a present", value: TASTE_CORRECTION },
              },
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
  },
};
