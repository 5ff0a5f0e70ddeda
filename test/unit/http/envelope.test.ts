import { expect } from "chai";
import { errorEnvelope, success } from "../../../src/http/envelope.js";

describe("envelope", () => {
  const error = { code: "validation_error", message: "no", context: { field: "limit" } } as const;

  it("the response envelope of a successful request contains data and no errors", () => {
    expect(success({ ingestion_id: 7 })).to.deep.equal({ errors: null, meta: null, data: { ingestion_id: 7 } });
  });

  it("the response envelope of a recommendation error contains an empty `extra` field", () => {
    expect(errorEnvelope(error, "/v2/recommendations/search?service_api_client=a")).to.deep.equal({
      errors: [{ code: "validation_error", message: "no", context: { field: "limit" }, extra: null }],
      meta: null,
      data: null,
    });
  });

  for (const path of ["/v1/ingestion/", "/v2x", "/", ""]) {
    it(`the response envelope of an error at the path ${JSON.stringify(path)} contains no \`extra\` field`, () => {
      expect(errorEnvelope(error, path)).to.deep.equal({
        errors: [{ code: "validation_error", message: "no", context: { field: "limit" } }],
        meta: null,
        data: null,
      });
    });
  }
});
