import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { expect } from "chai";
import fc from "fast-check";
import { maxHeaderSize } from "node:http";
import { startServer } from "../../../../src/http/server.js";
import { openApiDocument } from "../../../../src/openapi/openapi.js";
import { damaged, damagedText, TEXT_DAMAGES } from "../../../../quality/fault-injection/fuzz/damage.js";
import { createJudge } from "../../../../quality/fault-injection/fuzz/judge.js";
import { Responses, REMEMBERED } from "../../../../quality/fault-injection/fuzz/seen-values.js";
import { requestsFor } from "../../../../quality/fault-injection/fuzz/requests.js";
import { createSender } from "../../../../quality/fault-injection/fuzz/send.js";
import { schemaValues } from "../../../../quality/fault-injection/fuzz/values.js";
import { vocabularyOf } from "../../../../quality/fault-injection/fuzz/vocabulary.js";

const LOOPBACK = { host: "127.0.0.1", port: 0 };

describe("fuzzing from the OpenAPI document", () => {
  const document = openApiDocument("0");
  const vocabulary = vocabularyOf("shop");
  const values = schemaValues(document, vocabulary);

  for (const name of ["SearchRequest", "SuggestRequest", "QueryRequest", "SlotsRequest", "FeedLine", "EventLine"]) {
    it(`the fuzzer generates values that are valid for ${name}`, () => {
      const ajv = new Ajv2020({ strict: false });
      ajvFormats.default(ajv);
      ajv.addSchema(document, "openapi");
      const validate = ajv.compile({ $ref: `openapi#/components/schemas/${name}` });
      const responses = new Responses();
      responses.learn(`"recommendation_id":"${"a".repeat(24)}"`);
      const made = fc
        .sample(values.valid({ $ref: `#/components/schemas/${name}` }), { numRuns: 200, seed: 1 })
        .map((value) => responses.fill(JSON.stringify(value)));
      expect(made.filter((text) => !validate(JSON.parse(text)))).to.deep.equal([]);
    });
  }

  it("the requests of the fuzzer are reproducible with a seed and cover every operation", () => {
    const requests = requestsFor(document, values, vocabulary, { publicKey: "pk_a", privateKey: "sk_a" });
    const paths = (numRuns: number) =>
      fc.sample(requests, { numRuns, seed: 7 }).map(({ method, path }) => `${method} ${path}`);
    const drawn = paths(200);
    expect(paths(20)).to.deep.equal(drawn.slice(0, 20));
    const segments = new Set(drawn.map((one) => one.split(/[ ?]/)[1]?.split("/").slice(0, 4).join("/")));
    for (const path of Object.keys(document.paths).filter((one) => !one.includes("{"))) {
      expect(
        [...segments].some((one) => path.startsWith(one ?? "?")),
        path,
      ).to.equal(true);
    }
  });

  it("the fuzzer makes one part of a request invalid without changing the original object", () => {
    const value = { a: 1, list: [1, 2], inner: { b: "x" } };
    const before = JSON.stringify(value);
    expect(damaged(value, { where: 0, how: "remove", value: null })).to.deep.equal({ list: [1, 2], inner: { b: "x" } });
    expect(damaged(value, { where: 2, how: "replace", value: "y" })).to.deep.equal({ ...value, list: ["y", 2] });
    expect(JSON.stringify(damaged(value, { where: 0, how: "add", value: "__proto__" }))).to.include('"__proto__"');
    expect(damaged(5, { where: 3, how: "remove", value: "z" })).to.equal("z");
    expect(JSON.stringify(value)).to.equal(before);
    for (const how of TEXT_DAMAGES)
      expect(damagedText('{"a":1,"b":"x"}', how, 4).equals(Buffer.from('{"a":1,"b":"x"}'))).to.equal(false);
  });

  it("the fuzzer replaces placeholders in bodies and URLs with values of earlier responses", () => {
    const responses = new Responses();
    const path = `/v1/ingestion/${encodeURIComponent(REMEMBERED.ingestion(3))}`;
    expect(responses.fill(path)).to.equal("/v1/ingestion/3");
    responses.learn('{"recommendation_id":"abc","data":{"ingestion_id":17}}');
    expect(responses.fill(path)).to.equal("/v1/ingestion/17");
    expect(responses.fill(`{"cursor":"${REMEMBERED.cursor(9)}"}`)).to.equal('{"cursor":"abc"}');
  });

  it("the fuzzer reports 5xx responses, undocumented responses, and responses without a request id", () => {
    const judge = createJudge(document);
    const request = { method: "GET", path: "/v1/storefront", headBytes: 100 };
    const response = { ...request, status: 500, headers: new Headers(), text: "{}" };
    expect(judge(response)).to.have.all.keys("failure", "undocumented", "unnamed");
    const headers = new Headers({ "X-Request-Id": "a", "Retry-After": "1", "Content-Type": "application/json" });
    const errors = [{ code: "internal_error", message: "later", context: null }];
    const later = { ...response, status: 503, headers, text: JSON.stringify({ errors, meta: null, data: null }) };
    expect(judge(later)).to.deep.equal({});
    headers.delete("Retry-After");
    expect(judge(later)).to.include.keys("failure", "undocumented");
  });

  it("the fuzzer treats a path with an empty parameter as undocumented", () => {
    const headers = new Headers({ "X-Request-Id": "a", Allow: "POST", "Content-Type": "application/json" });
    const errors = [{ code: "method_not_allowed", message: "no", context: null }];
    const text = JSON.stringify({ errors, meta: null, data: null });
    const response = { method: "GET", path: "/v1/ingestion/", headBytes: 100, status: 405, headers, text };
    expect(createJudge(document)(response)).to.deep.equal({});
  });

  it("the fuzzer accepts status 431 only for request headers that are too long", () => {
    const judge = createJudge(document);
    const headers = new Headers({ "X-Request-Id": "a", "Content-Type": "application/json" });
    const text = JSON.stringify({ errors: [{ code: "validation_error", message: "no", context: null }], meta: null, data: null }); // prettier-ignore
    const tooLong = { method: "GET", path: "/i", headBytes: maxHeaderSize, status: 431, headers, text };
    expect(judge(tooLong)).to.deep.equal({});
    expect(judge({ ...tooLong, method: "HEAD", text: "" })).to.deep.equal({});
    expect(judge({ ...tooLong, text: "{}" })).to.have.all.keys("undocumented");
    expect(judge({ ...tooLong, headBytes: maxHeaderSize - 1 })).to.have.all.keys("undocumented");
    expect(judge({ ...tooLong, status: 400 })).to.have.all.keys("undocumented");
  });

  it("the fuzzer and the server count the same number of bytes for the request headers", async () => {
    const server = await startServer((req, res) => req.resume().once("end", () => res.end()), LOOPBACK);
    const sender = createSender(server.url);
    try {
      for (const method of ["GET", "POST", "DELETE"]) {
        for (const body of method === "GET" ? [undefined] : [undefined, Buffer.from("{}")]) {
          const headers = { "X-Comment": ` \t${"é".repeat(5_000)} `, "X-Blank": " " };
          const send = (path: string) => sender.send({ method, path, headers, body });
          const { headBytes } = await send("/");
          const fits = `/${"p".repeat(maxHeaderSize - 1 - headBytes)}`;
          expect(await send(fits)).to.include({ status: 200, headBytes: maxHeaderSize - 1 });
          expect(await send(`${fits}p`)).to.include({ status: 431, headBytes: maxHeaderSize });
        }
      }
    } finally {
      sender.close();
      await server.close(0);
    }
  });
});
