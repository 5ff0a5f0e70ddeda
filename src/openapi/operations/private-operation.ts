import { reference, type Example, type Operation } from "../document-types.js";
import { errorResponses, JSON_BODY_ERRORS, PRIVATE_KEY_ERRORS, type ErrorExamples } from "../error-responses.js";
import { ALWAYS, parameter, PRIVATE_KEY } from "../response-headers.js";
import { envelopeOf } from "../envelope-schema.js";

/** One of the schemas, and examples of it by name. */
export interface Side {
  readonly schema: string;
  /** Keywords beside the schema. */
  readonly with?: Readonly<Record<string, unknown>>;
  readonly examples: Readonly<Record<string, Example>>;
}

export interface PrivateOperation {
  readonly path: string;
  readonly tag: string;
  readonly request: Side;
  readonly answer: Side & { readonly description: string };
  /** Beside those that every one of them can have, or in their place. */
  readonly errors: ErrorExamples;
  /** Besides the request's id. */
  readonly parameters?: NonNullable<Operation["parameters"]>;
}

/** Describes an operation that a shop's server calls with a private key and a JSON body. */
export const privateOperation = ({
  path,
  tag,
  request,
  answer,
  errors,
  parameters = [],
}: PrivateOperation): Pick<Operation, "tags" | "security" | "parameters" | "requestBody" | "responses"> => ({
  tags: [tag],
  security: PRIVATE_KEY,
  parameters: [...parameters, parameter("RequestId")],
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: { ...reference("schemas", request.schema), ...request.with },
        examples: request.examples,
      },
    },
  },
  responses: {
    "200": {
      description: answer.description,
      headers: ALWAYS,
      content: {
        "application/json": { schema: envelopeOf(reference("schemas", answer.schema)), examples: answer.examples },
      },
    },
    ...errorResponses(path, { ...PRIVATE_KEY_ERRORS, ...JSON_BODY_ERRORS, ...errors }),
  },
});
