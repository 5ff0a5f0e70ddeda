import { expect } from "chai";
import { EngineError, EngineUnavailableError } from "../../../src/engine/engine.js";
import { ERROR_STATUS, ServiceError, type ErrorCode } from "../../../src/errors.js";
import { toServiceError } from "../../../src/http/error-handler.js";

describe("toServiceError", () => {
  for (const code of Object.keys(ERROR_STATUS) as ErrorCode[]) {
    it(`the error handler returns a service error with the code ${code} unchanged`, () => {
      const error = new ServiceError(code, "words", { field: "x" });
      expect(toServiceError(error)).to.equal(error);
      expect(error.status).to.equal(ERROR_STATUS[code]);
    });
  }

  for (const [what, error, code] of [
    ["an unreachable engine", new EngineUnavailableError("connect ECONNREFUSED 10.0.0.1:9200"), "unavailable"],
    [
      "a request that the engine rejects",
      new EngineError(400, "parsing_exception", "secret index name"),
      "internal_error",
    ],
    ["an unexpected error", new TypeError("x is undefined"), "internal_error"],
    ["a thrown string", "text", "internal_error"],
    ["a thrown undefined value", undefined, "internal_error"],
    ["a path that Express cannot decode", new URIError("Failed to decode param '%zz'"), "validation_error"],
  ] as const) {
    it(`the error handler responds with ${code} for ${what}, without the original error message`, () => {
      const response = toServiceError(error);
      expect(response.code).to.equal(code);
      expect(response.context).to.equal(null);
      if (error instanceof Error) expect(response.message).to.not.include(error.message);
    });
  }
});
