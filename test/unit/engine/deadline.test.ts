import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import {
  byDeadline,
  createDeadline,
  currentDeadline,
  shareWork,
  withDeadline,
  withoutDeadline,
} from "../../../src/engine/deadline.js";
import { createEngine, EngineBusyError, type Engine } from "../../../src/engine/engine.js";
import { until } from "../../support/until.js";

const caught = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

describe("deadline", () => {
  let silent: Server;
  let engine: Engine;
  const requested: string[] = [];
  let open = 0;

  before(async () => {
    silent = createServer((req, res) => {
      requested.push(req.url ?? "");
      open += 1;
      res.once("close", () => (open -= 1));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    engine = createEngine({ url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`, prefix: "x-" });
  });
  after(async () => {
    silent.closeAllConnections();
    silent.close();
    await engine.close();
  });

  const search = () => engine.call("search", { method: "POST", path: "/i/_search", body: {} });

  it("a search is cancelled at its deadline, and its connection is closed", async () => {
    const error = await caught(withDeadline(createDeadline(60), search));
    expect(error).to.be.instanceOf(EngineBusyError);
    expect(requested.at(-1)).to.match(/^\/i\/_search\?cancel_after_time_interval=([1-9]|[1-5][0-9]|60)ms$/);
    await until("the connection to be closed", () => open === 0);
  });

  it("an engine request is not sent after its deadline", async () => {
    const before = requested.length;
    expect(await caught(withDeadline(createDeadline(0), search))).to.be.instanceOf(EngineBusyError);
    expect(requested).to.have.length(before);
  });

  it("running engine requests are aborted when the client disconnects", async () => {
    const deadline = createDeadline(60_000);
    const searching = caught(withDeadline(deadline, search));
    await until("the search to arrive", () => open === 1);
    deadline.abandon();
    expect(await searching).to.be.instanceOf(EngineBusyError);
    await until("the connection to be closed", () => open === 0);
    expect(deadline.remaining()).to.equal(0);
  });

  it("writes and shared engine requests continue after the client disconnects", async () => {
    const deadline = createDeadline(60_000);
    const writing = caught(
      withDeadline(deadline, () => engine.call("index", { method: "PUT", path: "/i/_doc/1", body: {} })),
    );
    const shared = caught(withDeadline(deadline, () => withoutDeadline(search)));
    await until("both to arrive", () => open === 2);
    deadline.abandon();
    expect(await Promise.race([writing, shared, new Promise((resolve) => setImmediate(resolve, "neither"))])).to.equal(
      "neither",
    );
    expect(open).to.equal(2);
    const ended = Promise.all([writing, shared]).then(() => true);
    // Connections are closed repeatedly, because each interrupted call is retried.
    await until("both to give up", () => {
      silent.closeAllConnections();
      return Promise.race([ended, Promise.resolve(false)]);
    });
  });

  it("a shared engine request is cancelled only after the last caller disconnects", async () => {
    const [first, second] = [createDeadline(60_000), createDeadline(60_000)];
    const work = withDeadline(first, () => shareWork(search));
    const waiting = [first, second].map((deadline) => caught(withDeadline(deadline, () => work.wait())));
    await until("the search to arrive", () => open === 1);
    first.abandon();
    expect([work.isLeft(), first.remaining()]).to.deep.equal([false, 0]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(open).to.equal(1);
    second.abandon();
    expect(work.isLeft()).to.equal(true);
    await until("the connection to be closed", () => open === 0);
    for (const one of await Promise.all(waiting)) expect(one).to.be.instanceOf(EngineBusyError);
  });

  it("a deadline limits the waiting time for a promise", async () => {
    const never = new Promise<string>(() => undefined);
    expect(await caught(withDeadline(createDeadline(10), () => byDeadline(never)))).to.be.instanceOf(EngineBusyError);
    expect(await withDeadline(createDeadline(10_000), () => byDeadline(Promise.resolve("soon")))).to.equal("soon");
    expect(await byDeadline(Promise.resolve("whenever"))).to.equal("whenever");
    expect(currentDeadline()).to.equal(undefined);
  });
});
