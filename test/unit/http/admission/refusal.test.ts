import type { IncomingMessage, ServerResponse } from "node:http";
import { expect } from "chai";
import { createRefusals } from "../../../../src/http/admission/refusal.js";
import { SECURITY_HEADERS } from "../../../../src/http/security-headers.js";
import { until } from "../../../support/until.js";

/** A request and what was written to its answer. */
function exchange(url: string, headers: Readonly<Record<string, string>> = {}) {
  const written: { status: number; headers: Readonly<Record<string, unknown>>; body: unknown }[] = [];
  let head: { status: number; headers: Readonly<Record<string, unknown>> };
  const res = {
    headersSent: false,
    destroyed: false,
    writeHead: (status: number, given: Readonly<Record<string, unknown>>) => (head = { status, headers: given }),
    end: (text: string) => written.push({ ...head, body: JSON.parse(text) }),
  };
  const send = { req: { url, headers } as unknown as IncomingMessage, res: res as unknown as ServerResponse };
  return { ...send, written };
}

describe("refusals", () => {
  it("say when to retry, in the format of every error", () => {
    const { req, res, written } = exchange("/v2/recommendations/search?a=b", { "x-request-id": "mine" });
    createRefusals()(req, res);
    expect(written).to.have.length(1);
    expect(written[0]?.status).to.equal(503);
    expect(written[0]?.headers).to.include({ "Retry-After": "2", "X-Request-Id": "mine", Vary: "Origin" });
    expect(written[0]?.headers).to.include(SECURITY_HEADERS);
    expect(written[0]?.body).to.deep.equal({
      errors: [
        {
          code: "internal_error",
          message: "too much is asked of the service at the moment; try again shortly",
          context: null,
          extra: null,
        },
      ],
      meta: null,
      data: null,
    });
  });

  it("have no `extra` outside recommendations, and allow no origin where none asks", () => {
    const { req, res, written } = exchange("/i");
    createRefusals()(req, res);
    expect(JSON.stringify(written[0]?.body)).not.to.include("extra");
    expect(written[0]?.headers).not.to.have.property("Access-Control-Allow-Origin");
  });

  it("are not written twice, nor to closed connections", () => {
    const { req, res, written } = exchange("/i");
    (res as { destroyed: boolean }).destroyed = true;
    createRefusals()(req, res);
    expect(written).to.deep.equal([]);
  });

  it("take a bounded share of the time, and reach each client once", async () => {
    let clock = 0;
    // Every look at it costs a millisecond, so each refusal seems to.
    const refuse = createRefusals(() => (clock += 1));
    const all = Array.from({ length: 40 }, () => exchange("/i"));
    for (const { req, res } of all) refuse(req, res);
    const answered = () => all.filter(({ written }) => written.length > 0).length;
    expect(answered()).to.be.within(5, 20);
    await until("the rest to be answered", () => {
      clock += 100;
      return answered() === all.length;
    });
    expect(all.map(({ written }) => written.length)).to.deep.equal(all.map(() => 1));
  });
});
