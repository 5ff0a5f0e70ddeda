import { maxHeaderSize } from "node:http";
import type { OpenApiDocument } from "../../../src/http/description/document-types.js";
import {
  createResponseChecker,
  operationFor,
  schemasOf,
  type ObservedResponse,
} from "../../../test/support/openapi.js";
import type { FuzzResponse } from "./send.js";

/** Faults of a response, keyed by check. */
export interface Verdict {
  readonly failure?: string;
  readonly undocumented?: string;
  readonly unnamed?: string;
}

/** Checks responses against the OpenAPI document of the service. */
export function createJudge(document: OpenApiDocument) {
  const checker = createResponseChecker(document);
  const schema = schemasOf(document);
  const isErrors = [
    schema(["components", "schemas", "Errors"]),
    schema(["components", "schemas", "RecommendationErrors"]),
  ];

  /** Checks a response to a method that the path does not support, which the OpenAPI document does not describe. */
  function outsideTheDocument({ method, status, text }: ObservedResponse): string[] {
    if (method === "OPTIONS" || method === "HEAD") return status < 500 ? [] : [`status ${status}`];
    if (status !== 405 && status !== 404) return [`a request with an unsupported method received status ${status}`];
    return errorsOfErrors(text);
  }

  function errorsOfErrors(text: string): string[] {
    const body: unknown = JSON.parse(text);
    return isErrors.some((validate) => validate(body).length === 0)
      ? []
      : ["the error response does not match the error format"];
  }

  function errorsOf(response: FuzzResponse): string[] {
    try {
      // Node's HTTP server returns 431, which is correct only if the headers exceed the server's limit.
      const isTooLong = response.headBytes >= maxHeaderSize;
      if (isTooLong !== (response.status === 431))
        return [`unexpected status for a request with ${response.headBytes} bytes of headers`];
      if (isTooLong) return response.method === "HEAD" ? [] : errorsOfErrors(response.text);
      const isKnown = operationFor(document, response.method, response.path) !== undefined;
      return isKnown ? checker.errors(response) : outsideTheDocument(response);
    } catch (error) {
      return [`failed to read the response body: ${(error as Error).message}`];
    }
  }

  return (response: FuzzResponse): Verdict => {
    const { method, path, status, headers, text } = response;
    const what = `${method} ${path.slice(0, 80)} ${status}`;
    const errors = errorsOf(response);
    return {
      ...(status >= 500 && !(status === 503 && saysWhen(headers)) ? { failure: `${what} ${text.slice(0, 200)}` } : {}),
      ...(errors.length > 0 ? { undocumented: `${what}: ${errors.slice(0, 2).join(", ")}` } : {}),
      ...((headers.get("x-request-id") ?? "") === "" ? { unnamed: what } : {}),
    };
  };
}

/** Whether a response contains `Retry-After`, as required for temporary errors. */
const saysWhen = (headers: Headers) => /^\d+$/.test(headers.get("retry-after") ?? "");
