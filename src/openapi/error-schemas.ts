import Type, { type TSchema } from "typebox";
import { ERROR_STATUS, sentCode, type ErrorCode } from "../errors.js";
import { choice, list, nullable, text } from "../schema/typed.js";
import { EVENT_COUNTS } from "../tracking/import-schema.js";

const ERROR = Type.Object(
  {
    path: text("Dotted path in the configuration; empty for the whole."),
    message: text("What was expected and what came."),
  },
  { description: "One mistake." },
);

const COUNT = Type.Integer({ minimum: 0 });
const ANY_OBJECT = Type.Object({}, { additionalProperties: true });
const moment = { from: Type.Optional(text("From this moment on, where a rule begins later.")) };
const who = { who: Type.Optional(choice(["b"], { description: "Only the devices that get B of an experiment." })) };

const LOSS = Type.Object(
  {
    name: text("Its name for people."),
    query: Type.Optional(Type.String()),
    filters: Type.Optional(ANY_OBJECT),
    products: COUNT,
    left: COUNT,
    ...moment,
    ...who,
  },
  { description: "How many products it finds now, and how many it would find." },
);

/** The context of the error for a configuration that is rejected because of its impact on shoppers. */
const REVIEW = {
  accept_impact: text("The name of this change, for the parameter `accept_impact` of whoever means it."),
  impact: Type.Object(
    {
      hidden: nullable(Type.Object({ products: COUNT, of: COUNT, ...moment, ...who })),
      listings: list(LOSS, { description: "Listings and searches, the largest loss first." }),
    },
    { description: "What shoppers would lose: many products, where they are more than a tenth of all, and listings." },
  ),
  reduced: list(LOSS, { description: "At most 30 other listings and searches that would find fewer products." }),
  warnings: list(Type.Object({ key: Type.String(), warnings: list(Type.String(), { description: "In words." }) }), {
    description: "What is remarkable about the rules that change.",
  }),
  later: list(Type.String(), { description: "Paths of changes that take effect with the next soft_replace." }),
  compared: Type.Object(
    { left_out: COUNT, listings: COUNT },
    { description: "How many listings and searches were compared, and how many of the rules' were too many." },
  ),
};

const CONTEXT = Type.Partial(
  Type.Object({
    field: text("Dotted path of the field, name of the header or of the query parameter that is wrong."),
    reason: choice(["expired", "unknown", "impact"], {
      description:
        "Of a cursor: `expired` when its time is over, `unknown` when this client was never given it. Of a configuration: `impact` when shoppers would lose something by it.",
    }),
    ingestion_id: Type.Integer({ description: "The ingestion that was recorded as failed." }),
    events: { ...EVENT_COUNTS, description: "What became of the events before an import failed." },
    errors: list(ERROR, { description: "Everything that is wrong with a configuration." }),
    ...REVIEW,
  }),
  { description: "What a program can use of the error." },
);

const error = {
  code: choice([...new Set((Object.keys(ERROR_STATUS) as ErrorCode[]).map(sentCode))], {
    description: "For programs.",
  }),
  message: text("For people. Its wording may change."),
  context: nullable(CONTEXT),
};

const errors = ($id: string, description: string, one: TSchema) =>
  Type.Object(
    { errors: list(one, { minItems: 1, description: "What went wrong." }), meta: Type.Null(), data: Type.Null() },
    { $id, description },
  );

export const ERROR_SCHEMAS = [
  errors("Errors", "An answer that is an error.", Type.Object(error, { $id: "Error", description: "An error." })),
  errors(
    "RecommendationErrors",
    "An answer of a recommendation endpoint that is an error.",
    Type.Object({ ...error, extra: Type.Null() }, { $id: "RecommendationError", description: "An error." }),
  ),
];
