import Type, { type TSchema } from "typebox";
import { ERROR_STATUS, sentCode, type ErrorCode } from "../errors.js";
import { choice, list, nullable, text } from "../schema/typed.js";
import { EVENT_COUNTS } from "../tracking/import-schema.js";

const ERROR = Type.Object(
  {
    path: text(
      "Path of the invalid setting in the configuration, in dot notation. Empty for an error of the whole configuration.",
    ),
    message: text("Error message with the expected and the received value."),
  },
  { description: "A validation error." },
);

const COUNT = Type.Integer({ minimum: 0 });
const ANY_OBJECT = Type.Object({}, { additionalProperties: true });
const moment = {
  from: Type.Optional(text("Time from which the change affects shoppers, if the rule is scheduled for later.")),
};
const who = {
  who: Type.Optional(
    choice(["b"], {
      description: "Experiment variant of the affected devices. The field is absent if the change affects all devices.",
    }),
  ),
};

const LOSS = Type.Object(
  {
    name: text("Display name of the listing or search."),
    query: Type.Optional(Type.String()),
    filters: Type.Optional(ANY_OBJECT),
    products: COUNT,
    left: COUNT,
    ...moment,
    ...who,
  },
  {
    description: "A listing or search with its number of products before and after the change.",
  },
);

/** Context of the error response that rejects a configuration because of its impact on shoppers. */
const REVIEW = {
  accept_impact: text(
    "Token that identifies the rejected change. To apply the change anyway, send the token in the query parameter `accept_impact`.",
  ),
  impact: Type.Object(
    {
      hidden: nullable(Type.Object({ products: COUNT, of: COUNT, ...moment, ...who })),
      listings: list(LOSS, {
        description:
          "Listings and searches that would become empty or nearly empty, sorted by the number of lost products in descending order.",
      }),
    },
    {
      description:
        "Impact on shoppers: affected listings and searches, and hidden products if more than 10 % of all products would be hidden.",
    },
  ),
  reduced: list(LOSS, {
    description:
      "Up to 30 listings and searches that would return fewer products, but not become empty or nearly empty.",
  }),
  warnings: list(
    Type.Object({ key: Type.String(), warnings: list(Type.String(), { description: "Warnings about the rule." }) }),
    {
      description: "Warnings about the changed rules, by rule key.",
    },
  ),
  later: list(Type.String(), {
    description: "Paths of the changed settings that take effect with the next catalogue replacement.",
  }),
  compared: Type.Object(
    { left_out: COUNT, listings: COUNT },
    {
      description:
        "Number of compared listings and searches. `left_out` is the number of listings and searches that were not compared, because the changed rules refer to too many listings and searches.",
    },
  ),
};

const CONTEXT = Type.Partial(
  Type.Object({
    field: text("Name of the invalid field (path in dot notation), header or query parameter."),
    reason: choice(["expired", "unknown", "impact"], {
      description:
        "`expired`: the cursor has expired. `unknown`: the cursor was not issued to this client. `impact`: the configuration would hide products from shoppers or leave listings without products.",
    }),
    ingestion_id: Type.Integer({ description: "Identifier of the failed ingestion." }),
    events: {
      ...EVENT_COUNTS,
      description: "Number of events that were processed before the import failed, by outcome.",
    },
    errors: list(ERROR, { description: "All validation errors of the configuration." }),
    ...REVIEW,
  }),
  { description: "Machine-readable details of the error." },
);

const error = {
  code: choice([...new Set((Object.keys(ERROR_STATUS) as ErrorCode[]).map(sentCode))], {
    description: "Error code.",
  }),
  message: text("Human-readable message. The wording may change."),
  context: nullable(CONTEXT),
};

const errors = ($id: string, description: string, one: TSchema) =>
  Type.Object(
    {
      errors: list(one, { minItems: 1, description: "The errors of the request." }),
      meta: Type.Null(),
      data: Type.Null(),
    },
    { $id, description },
  );

export const ERROR_SCHEMAS = [
  errors(
    "Errors",
    "Error response.",
    Type.Object(error, { $id: "Error", description: "An error in a response of an endpoint under `/v2`." }),
  ),
  errors(
    "RecommendationErrors",
    "Error response of the endpoints under `/v2`.",
    Type.Object(
      { ...error, extra: Type.Null() },
      { $id: "RecommendationError", description: "An error in a response of an endpoint under `/v2`." },
    ),
  ),
];
