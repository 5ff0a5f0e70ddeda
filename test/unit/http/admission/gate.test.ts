import { AsyncLocalStorage } from "node:async_hooks";
import { EventEmitter } from "node:events";
import { expect } from "chai";
import type { Request, Response } from "express";
import { Registry } from "prom-client";
import { currentDeadline, type Deadline } from "../../../../src/engine/deadline.js";
import { createGate } from "../../../../src/http/admission/gate.js";
import { admissionMetrics } from "../../../../src/observability/admission-metrics.js";

describe("a gate", () => {
  it("runs a request that has waited with its own context and deadline, not with those of the one that ended", () => {
    const gate = createGate({
      name: "reads",
      limit: { limit: 1 },
      most: 10,
      deadlineMs: 1_000,
      refuse: () => undefined,
      metrics: admissionMetrics([new Registry()]),
      onRefused: () => undefined,
    });
    const context = new AsyncLocalStorage<string>();
    const ran: { readonly context: string | undefined; readonly deadline: Deadline | undefined }[] = [];
    const enter = (name: string) => {
      const res = Object.assign(new EventEmitter(), { writableEnded: true, statusCode: 400, locals: {} });
      const req = { method: "GET", route: { path: "/" } } as unknown as Request;
      const next = () => ran.push({ context: context.getStore(), deadline: currentDeadline() });
      context.run(name, () => gate.admit(req, res as unknown as Response, next));
      return res;
    };
    const first = enter("first");
    enter("second");
    context.run("first", () => first.emit("close"));
    expect(ran.map((one) => one.context)).to.deep.equal(["first", "second"]);
    const [one, other] = ran.map(({ deadline }) => deadline);
    expect([one === undefined, other === undefined, one === other]).to.deep.equal([false, false, false]);
  });
});
