import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { createEngine, EngineUnavailableError, type EngineCall } from "../../../src/engine/engine.js";
import { addressesOf } from "../../../src/engine/unavailable.js";
import { until } from "../../support/until.js";

interface Node {
  readonly url: string;
  requested: number;
  response: RequestListener;
  stop(): Promise<void>;
  start(): Promise<void>;
}

const well: RequestListener = (_request, response) => {
  response.setHeader("Content-Type", "application/json").end("{}");
};
const cut: RequestListener = (request) => request.socket.destroy();
const refusing =
  (status: number, type: string): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify({ error: { type } }));
  };

const json = { "Content-Type": "application/json" };
const UNREADABLE: readonly (readonly [what: string, answer: RequestListener])[] = [
  ["has no body", (_request, response) => response.writeHead(200, json).end()],
  ["has no body and no content type", (_request, response) => response.writeHead(200).end()],
  ["has an incomplete body", (_request, response) => response.writeHead(200, json).end('{"hits":{"hi')],
  [
    "is interrupted by a closed connection",
    (_request, response) => void response.writeHead(200, json).write('{"hits":', () => response.destroy()),
  ],
  ["is an HTML page", (_request, response) => response.writeHead(200, { "Content-Type": "text/html" }).end("<html>")],
  ["has the status 404 and no body", (_request, response) => response.writeHead(404, json).end()],
  ["has the status 409 and a body that is not JSON", (_request, response) => response.writeHead(409).end("Conflict")],
  ["is null", (_request, response) => response.writeHead(200, json).end("null")],
];

async function startNode(): Promise<Node> {
  const server = createServer((request, response) => {
    if (request.method !== "HEAD") node.requested += 1;
    node.response(request, response);
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const node: Node = {
    url: `http://127.0.0.1:${port}`,
    requested: 0,
    response: well,
    start: () => listen(port),
    async stop() {
      if (!server.listening) return;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return node;
}

const SEARCH: EngineCall = { method: "POST", path: "/x/_search", body: {} };
const WRITE: EngineCall = { method: "PUT", path: "/x/_doc/1", body: {} };

describe("an engine with several nodes", () => {
  let nodes: readonly [Node, Node, Node];
  let engine: ReturnType<typeof createEngine>;

  beforeEach(async () => {
    nodes = [await startNode(), await startNode(), await startNode()];
    engine = createEngine({ url: nodes.map(({ url }) => url).join(","), prefix: "x-" });
  });

  afterEach(async () => {
    await engine.close();
    for (const node of nodes) await node.stop();
  });

  async function sixTimes(operation: string, call: EngineCall) {
    for (let time = 0; time < 6; time += 1) await engine.call(operation, call);
  }
  const requested = () => nodes.map((node) => node.requested);

  it("the engine client distributes requests evenly over the nodes", async () => {
    await sixTimes("search", SEARCH);
    expect(requested()).to.deep.equal([2, 2, 2]);
  });

  it("the engine client reads and writes if only one of several nodes is available", async () => {
    await nodes[0].stop();
    await nodes[2].stop();
    await sixTimes("search", SEARCH);
    await sixTimes("index", WRITE);
    expect(requested()).to.deep.equal([0, 12, 0]);
  });

  it("the engine client retries a request on another node after a broken connection", async () => {
    nodes[0].response = cut;
    await sixTimes("search", SEARCH);
    expect(nodes[0].requested).to.be.within(1, 2);
  });

  it("the engine client does not repeat a write that may have been executed", async () => {
    for (const node of nodes) node.response = cut;
    const error = await engine.call("index", WRITE).catch((caught: unknown) => caught);
    expect(error).to.be.instanceOf(EngineUnavailableError);
    expect(requested().reduce((sum, one) => sum + one)).to.equal(1);
  });

  it("the engine client retries on another node if a node is shutting down, but not if the cluster is busy", async () => {
    nodes[0].response = refusing(500, "node_closed_exception");
    await sixTimes("search", SEARCH);
    for (const node of nodes) {
      node.response = refusing(429, "rejected_execution_exception");
      node.requested = 0;
    }
    await engine.call("search", SEARCH).catch(() => undefined);
    expect(requested().reduce((sum, one) => sum + one)).to.equal(1);
  });

  for (const [what, response] of UNREADABLE) {
    it(`the engine client tries a read once on each node, but a write only once, if the response ${what}`, async () => {
      for (const node of nodes) node.response = response;
      for (const [call, times] of [
        [SEARCH, 3],
        [WRITE, 1],
      ] as const) {
        for (const node of nodes) node.requested = 0;
        const error = await engine.call("any", call).catch((caught: unknown) => caught);
        expect(error).to.be.instanceOf(EngineUnavailableError);
        expect(requested().reduce((sum, one) => sum + one)).to.equal(times);
      }
    });
  }

  it("the engine client tries each node at most once if every node is unavailable", async () => {
    for (const node of nodes) node.response = refusing(503, "unknown");
    const error = await engine.call("search", SEARCH).catch((caught: unknown) => caught);
    expect(error).to.be.instanceOf(EngineUnavailableError);
    expect(requested()).to.deep.equal([1, 1, 1]);
  });

  it("the engine client uses a node again after the recovery of the node", async () => {
    await nodes[0].stop();
    await sixTimes("search", SEARCH);
    await nodes[0].start();
    await until("the node to be asked again", async () => {
      await engine.call("search", SEARCH);
      return nodes[0].requested > 0;
    });
  });
});

describe("an engine with one node", () => {
  let node: Node;
  let engine: ReturnType<typeof createEngine>;

  beforeEach(async () => {
    node = await startNode();
    engine = createEngine({ url: node.url, prefix: "x-" });
  });

  afterEach(async () => {
    await engine.close();
    await node.stop();
  });

  /** Makes the fake node return one faulty response, followed by valid responses. */
  function damageOnce(result: RequestListener): void {
    node.requested = 0;
    node.response = (request, response) => (node.requested === 1 ? result : well)(request, response);
  }

  const LOST: (typeof UNREADABLE)[number] = ["is lost", cut];
  for (const [what, response] of [...UNREADABLE, LOST]) {
    it(`the engine client of a single node retries a read once if the response ${what}`, async () => {
      damageOnce(response);
      expect(await engine.call("search", SEARCH)).to.deep.equal({});
      expect(node.requested).to.equal(2);
    });

    it(`the engine client of a single node does not repeat a write if the response ${what}`, async () => {
      damageOnce(response);
      const error = await engine.call("index", WRITE).catch((caught: unknown) => caught);
      expect(error).to.be.instanceOf(EngineUnavailableError);
      expect(await engine.call("index", WRITE)).to.deep.equal({});
      expect(node.requested).to.equal(2);
    });
  }

  it("an engine node receives at most two requests if every response is damaged", async () => {
    node.response = cut;
    const error = await engine.call("search", SEARCH).catch((caught: unknown) => caught);
    expect(error).to.be.instanceOf(EngineUnavailableError);
    expect(node.requested).to.equal(2);
  });

  for (const [status, type] of [
    [503, "unknown"],
    [429, "rejected_execution_exception"],
  ] as const) {
    it(`an engine node receives no second request after status ${status}`, async () => {
      node.response = refusing(status, type);
      const error = await engine.call("search", SEARCH).catch((caught: unknown) => caught);
      expect(error).to.be.instanceOf(EngineUnavailableError);
      expect(node.requested).to.equal(1);
    });
  }

  it("an engine node receives no second request after a timeout", async () => {
    node.response = () => undefined;
    const error = await engine.call("search", { ...SEARCH, timeout: 50 }).catch((caught: unknown) => caught);
    expect(error).to.be.instanceOf(EngineUnavailableError);
    expect(node.requested).to.equal(1);
  });

  it("the engine client of a single node retries a refresh request, which is idempotent", async () => {
    damageOnce(cut);
    await engine.call("refresh", { method: "POST", path: "/x/_refresh" });
    expect(node.requested).to.equal(2);
  });
});

describe("addressesOf", () => {
  for (const [urls, addresses] of [
    ["http://a:9200", ["http://a:9200"]],
    ["http://a:9200,https://b", ["http://a:9200", "https://b"]],
    ["https://u:p,w@a,https://u:p,w@b/", ["https://u:p,w@a", "https://u:p,w@b/"]],
  ] as const) {
    it(`the engine URL setting ${urls} contains ${addresses.length} addresses`, () => {
      expect(addressesOf(urls)).to.deep.equal(addresses);
    });
  }
});
