import { AsyncLocalStorage } from "node:async_hooks";
import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import type { Request, Response } from "express";
import { SECURITY_HEADERS } from "../../../src/http/envelope.js";
import { currentDeadline, type Deadline } from "../../../src/engine/deadline.js";
import { createGate, createRefusals } from "../../../src/http/admission.js";
import { contextOn } from "../../support/context.js";
import { until } from "../../support/until.js";

const AN_HOUR = 3_600_000;

/** Creates an admission control that admits one request at a time and records the outcome of each request. */
function gateFor(waiting: { readonly most: number; readonly ms: number }) {
  const own = contextOn();
  const started: string[] = [];
  const refused: string[] = [];
  const deadlines: (Deadline | undefined)[] = [];
  const contexts: (string | undefined)[] = [];
  const context = new AsyncLocalStorage<string>();
  const gate = createGate(own, (req) => refused.push(req.url ?? ""), {
    name: "reads",
    leadsHere: () => true,
    atOnce: 1,
    waiting,
    deadlineMs: 1_000,
  });
  const enter = (name: string) => {
    const res = Object.assign(new EventEmitter(), { writableEnded: false, destroyed: false });
    const next = () => {
      started.push(name);
      contexts.push(context.getStore());
      deadlines.push(currentDeadline());
    };
    context.run(name, () => gate.admit({ url: name } as unknown as Request, res as unknown as Response, next));
    return res;
  };
  const running = async () => (await own.metrics.admission.running.get()).values[0]?.value;
  return { gate, enter, started, refused, contexts, deadlines, context, running };
}

describe("an admission gate", () => {
  it("the admission gate runs a queued request with the context and deadline of that request", async () => {
    const { enter, contexts, deadlines, context } = gateFor({ most: 10, ms: AN_HOUR });
    const first = enter("first");
    enter("second");
    await turn();
    context.run("first", () => first.emit("close"));
    await turn();
    expect(contexts).to.deep.equal(["first", "second"]);
    const [one, other] = deadlines;
    expect([one === undefined, other === undefined, one === other]).to.deep.equal([false, false, false]);
  });

  it("the admission gate rejects requests beyond the queue limit", async () => {
    const { gate, enter, started, refused } = gateFor({ most: 1, ms: AN_HOUR });
    const first = enter("first");
    expect(gate.isFull()).to.equal(false);
    const second = enter("second");
    expect(gate.isFull()).to.equal(true);
    enter("third");
    await turn();
    first.emit("prefinish");
    await turn();
    expect(gate.isFull()).to.equal(false);
    enter("fourth");
    expect([started, refused]).to.deep.equal([["first", "second"], ["third"]]);
    second.emit("close");
  });

  it("the admission gate rejects a request that waited too long", async () => {
    const { enter, started, refused } = gateFor({ most: 10, ms: 1 });
    const first = enter("first");
    enter("second");
    await until("it to be refused", () => refused.length === 1);
    first.emit("prefinish");
    await turn();
    enter("third");
    await turn();
    expect([started, refused]).to.deep.equal([["first", "third"], ["second"]]);
  });

  it("the admission gate skips a queued request whose client has disconnected", async () => {
    const { enter, started, deadlines, running } = gateFor({ most: 10, ms: AN_HOUR });
    const first = enter("first");
    enter("second").destroyed = true;
    const third = enter("third");
    await turn();
    expect(await running()).to.equal(1);
    first.emit("close");
    first.emit("close");
    await turn();
    expect([started, deadlines[0]?.remaining(), await running()]).to.deep.equal([["first", "third"], 0, 1]);
    third.emit("close");
  });
});

/** Creates a request and a response that records the written status, headers and body. */
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

describe("createRefusals", () => {
  it("an overload response has a Retry-After header and the common error format", () => {
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
          message: "the service is overloaded; try again shortly",
          context: null,
          extra: null,
        },
      ],
      meta: null,
      data: null,
    });
  });

  it("an overload response contains the field `extra` only for recommendation endpoints", () => {
    const { req, res, written } = exchange("/i");
    createRefusals()(req, res);
    expect(JSON.stringify(written[0]?.body)).not.to.include("extra");
    expect(written[0]?.headers).not.to.have.property("Access-Control-Allow-Origin");
  });

  it("an overload response is not written to a closed connection", () => {
    const { req, res, written } = exchange("/i");
    (res as { destroyed: boolean }).destroyed = true;
    createRefusals()(req, res);
    expect(written).to.deep.equal([]);
  });

  it("overload responses are sent in order, at a limited rate", async () => {
    const refuse = createRefusals();
    const all = Array.from({ length: 200 }, () => exchange("/i"));
    for (const { req, res } of all) refuse(req, res);
    const answered = () => all.map(({ written }) => written.length);
    expect(answered()).to.deep.equal(all.map((_, at) => (at < 60 ? 1 : 0)));
    await until("the rest to be answered", () => answered().every((count) => count > 0));
    expect(answered()).to.deep.equal(all.map(() => 1));
  });
});
