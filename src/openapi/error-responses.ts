import Type, { type TSchema } from "typebox";
import { ERROR_STATUS, sentCode, type ErrorCode, type ErrorContext } from "../errors.js";
import { errorEnvelope } from "../http/envelope.js";
import { choice, list, nullable, text } from "../schema/typed.js";
import { EVENT_COUNTS } from "../tracking/import-report.js";
import { reference, type Example, type ResponseObject, type Responses } from "./document-types.js";
import { ALWAYS, CROSS_ORIGIN, RETRY_AFTER } from "./response-headers.js";

/** The meaning of each code, for the table in the introduction and for every response that can carry it. */
export const ERROR_MEANINGS: Readonly<Record<ErrorCode, string>> = {
  validation_error: "The request is not valid; `context.field` names the place.",
  payload_empty: "The feed, or the list of events, holds no line.",
  unauthorized: "No key came, or one that is not valid (any more).",
  forbidden: "The key is of the wrong kind, or belongs to another client.",
  not_found: "There is no such thing.",
  unknown_page: "The cursor is unknown or has expired; search again without `pagination`.",
  method_not_allowed: "The path does not have this method; `Allow` has those it has.",
  request_timeout: "The body did not arrive in time: within seconds, an upload at a minimum pace. Send it again.",
  conflict: "What is asked for is no longer possible.",
  payload_too_large:
    "The body is larger than this installation takes, as sent or inflated, or inflates to many times what was sent.",
  unsupported_media_type: "The content type or encoding is not one that is read here.",
  rate_limited: "Too many requests with this key, or from this address; `Retry-After` says when to go on.",
  internal_error: "The service failed. The log has the details, under the request's id.",
  unavailable:
    "The engine or the store of payloads is away or too busy, has not answered in time, or too much is asked of this process; `Retry-After` says when to try again.",
};

/** One error as an answer has it. */
export interface ErrorExample {
  readonly message: string;
  readonly context: ErrorContext | null;
}

/** The codes that an operation can answer, each with an example, or with one for each reason. */
export type ErrorExamples = Readonly<Partial<Record<ErrorCode, ErrorExample | readonly ErrorExample[]>>>;

const MISTAKE = Type.Object(
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

/** What is said of a configuration that is refused for what shoppers would lose by it. */
const REVIEW = {
  accept_losses: text("The name of this change, for the parameter `accept_losses` of whoever means it."),
  losses: Type.Object(
    {
      hidden: nullable(Type.Object({ products: COUNT, of: COUNT, ...moment, ...who })),
      listings: list(
        Type.Object(
          {
            name: text("In words."),
            query: Type.Optional(Type.String()),
            filters: Type.Optional(ANY_OBJECT),
            facet_filters: Type.Optional(ANY_OBJECT),
            opened: COUNT,
            products: COUNT,
            left: COUNT,
            ...moment,
            ...who,
          },
          { description: "How often shoppers opened it in 30 days, what it finds now, and what it would find." },
        ),
        { description: "Listings and searches, the most opened first." },
      ),
    },
    { description: "What shoppers would lose: many products, where they are more than a tenth of all, and listings." },
  ),
  hides: list(Type.Object({ key: Type.String(), products: COUNT, of: COUNT }), {
    description: "What each changed rule hides by itself.",
  }),
  remarks: list(Type.Object({ key: Type.String(), remarks: list(Type.String(), { description: "In words." }) }), {
    description: "What is remarkable about the rules that change.",
  }),
  later: list(Type.String(), { description: "Paths of changes that take effect with the next soft_replace." }),
  looked_at: Type.Object(
    { opened: Type.Object({ all: COUNT, looked: COUNT }), left_out: COUNT, listings: COUNT },
    { description: "How much was looked at of what shoppers opened." },
  ),
};

const CONTEXT = Type.Partial(
  Type.Object({
    field: text("Dotted path of the field, name of the header or of the query parameter that is wrong."),
    reason: choice(["expired", "unknown", "losses"], {
      description:
        "Of a cursor: `expired` when its time is over, `unknown` when this client was never given it. Of a configuration: `losses` when shoppers would lose something by it.",
    }),
    ingestion_id: Type.Integer({ description: "The ingestion that was recorded as failed." }),
    events: { ...EVENT_COUNTS, description: "What became of the events before an import failed." },
    mistakes: list(MISTAKE, { description: "Everything that is wrong with a configuration." }),
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

/** The error responses of the operations under a path, each status with the codes it can have there. */
export function errorResponses(path: string, examples: ErrorExamples): Responses {
  const codes = Object.keys(examples) as ErrorCode[];
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => ERROR_STATUS[code] === status);
      return [String(status), errorResponse(path, ofStatus, examples)];
    }),
  );
}

function errorResponse(path: string, codes: readonly ErrorCode[], examples: ErrorExamples): ResponseObject {
  const isRecommendation = path.startsWith("/v2/");
  const retries = codes.includes("rate_limited") || codes.includes("unavailable");
  return {
    description: codes.map((code) => `\`${sentCode(code)}\`: ${ERROR_MEANINGS[code]}`).join("\n\n"),
    headers: { ...(isRecommendation ? CROSS_ORIGIN : ALWAYS), ...(retries ? RETRY_AFTER : {}) },
    content: {
      "application/json": {
        schema: {
          ...reference("schemas", isRecommendation ? "RecommendationErrors" : "Errors"),
          properties: { errors: { items: { properties: { code: { enum: codes.map(sentCode) } } } } },
        },
        examples: Object.fromEntries(codes.flatMap((code) => examplesOf(path, code, examples[code]))),
      },
    },
  };
}

function examplesOf(path: string, code: ErrorCode, given: ErrorExamples[ErrorCode] = []): [string, Example][] {
  return [given].flat().map((example: ErrorExample) => {
    const reason = example.context?.["reason"];
    const name = typeof reason === "string" ? `${code}_${reason}` : code;
    return [name, { value: errorEnvelope({ code, ...example }, path) }];
  });
}

const told = (message: string): ErrorExample => ({ message, context: null });

/** Errors of any request that needs the engine. */
export const SERVICE_ERRORS: ErrorExamples = {
  internal_error: told("the service failed to answer this request"),
  unavailable: told("the service cannot answer at the moment; try again shortly"),
};

/** Errors of any request with a JSON body. */
export const JSON_BODY_ERRORS: ErrorExamples = {
  request_timeout: told("the body did not arrive in time"),
  payload_too_large: told("the body must be at most 65536 bytes long"),
  unsupported_media_type: told('the content type must be application/json, got "text/plain"'),
};

/** Errors of any request that is rate-limited by its key. */
export const RATE_ERRORS: ErrorExamples = {
  rate_limited: told("at most 50 requests a second are answered for one key"),
};

const NO_VALID_KEY = told("the key in X-SERVICE-API-KEY is not valid");

/** Errors of any request that needs a private key. */
export const PRIVATE_KEY_ERRORS: ErrorExamples = {
  unauthorized: NO_VALID_KEY,
  forbidden: told("this needs a private key (sk_…), and a public one came"),
  ...SERVICE_ERRORS,
};

/** Errors of any request that needs a public key. */
export const PUBLIC_KEY_ERRORS: ErrorExamples = {
  unauthorized: NO_VALID_KEY,
  forbidden: told("this key does not belong to the client that `service_api_client` names"),
  ...SERVICE_ERRORS,
};
