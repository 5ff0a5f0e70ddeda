import { maxHeaderSize } from "node:http";
import type { OpenApiDocument } from "../../../src/http/description/document-types.js";
import { createAnswerChecker, operationFor, schemasOf, type ObservedAnswer } from "../../../test/support/openapi.js";
import type { FuzzAnswer } from "./send.js";

/** The faults of a response, by the check that found them. */
export interface Verdict {
  readonly failure?: string;
  readonly undocumented?: string;
  readonly unnamed?: string;
}

/** Judges answers by the document that the service itself serves. */
export function createJudge(document: OpenApiDocument) {
  const checker = createAnswerChecker(document);
  const schema = schemasOf(document);
  const isErrors = [
    schema(["components", "schemas", "Errors"]),
    schema(["components", "schemas", "RecommendationErrors"]),
  ];

  /** Of a method that a path does not have, of which the document cannot speak. */
  function outsideTheDocument({ method, status, text }: ObservedAnswer): string[] {
    if (method === "OPTIONS" || method === "HEAD") return status < 500 ? [] : [`status ${status}`];
    if (status !== 405 && status !== 404) return [`a method that does not exist was answered ${status}`];
    return mistakesOfErrors(text);
  }

  function mistakesOfErrors(text: string): string[] {
    const body: unknown = JSON.parse(text);
    return isErrors.some((validate) => validate(body).length === 0) ? [] : ["an error of another shape"];
  }

  function mistakesOf(answer: FuzzAnswer): string[] {
    try {
      // Answered before there is a request, and right where its head is longer than the server takes, and only there.
      const isTooLong = answer.headBytes >= maxHeaderSize;
      if (isTooLong !== (answer.status === 431)) return [`a head of ${answer.headBytes} bytes`];
      if (isTooLong) return answer.method === "HEAD" ? [] : mistakesOfErrors(answer.text);
      const isKnown = operationFor(document, answer.method, answer.path) !== undefined;
      return isKnown ? checker.mistakes(answer) : outsideTheDocument(answer);
    } catch (error) {
      return [`the body cannot be read: ${(error as Error).message}`];
    }
  }

  return (answer: FuzzAnswer): Verdict => {
    const { method, path, status, headers, text } = answer;
    const what = `${method} ${path.slice(0, 80)} ${status}`;
    const mistakes = mistakesOf(answer);
    return {
      ...(status >= 500 && !(status === 503 && saysWhen(headers)) ? { failure: `${what} ${text.slice(0, 200)}` } : {}),
      ...(mistakes.length > 0 ? { undocumented: `${what}: ${mistakes.slice(0, 2).join(", ")}` } : {}),
      ...((headers.get("x-request-id") ?? "") === "" ? { unnamed: what } : {}),
    };
  };
}

/** An answer that it cannot be done now says when to come again. */
const saysWhen = (headers: Headers) => /^\d+$/.test(headers.get("retry-after") ?? "");
