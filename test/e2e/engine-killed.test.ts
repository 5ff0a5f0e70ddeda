import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { isDockerRunning } from "../../local-engine/docker-engine.js";
import { isAlive } from "../../src/part-file.js";
import { CHECKOUT, startService, type ServiceProcess } from "../support/process.js";
import { until } from "../support/until.js";

const run = promisify(execFile);

/**
 * Docker applies its own restart rules to a container that dies, so these tests only run if the engine is a JVM process
 * without Docker.
 */
const runsOnJvm = !(await isDockerRunning());

(runsOnJvm ? describe : () => undefined)("the engine that npm start started is killed", function () {
  this.timeout(400_000);

  let service: ServiceProcess;
  before(async () => {
    service = await startService();
  });
  after(async () => {
    await service.stop();
  });

  async function engineProcess(): Promise<number> {
    for (const pid of await service.family()) {
      const command = await run("ps", ["-p", String(pid), "-o", "command="]).catch(() => ({ stdout: "" }));
      if (/ Launcher /.test(command.stdout)) return pid;
    }
    throw new Error("no engine runs");
  }

  const ready = async () => (await fetch(`${service.demo.operations_url}/readyz`)).status;

  function search(body: object = {}): Promise<Response> {
    const { base_url, client_id, public_key } = service.demo;
    return fetch(`${base_url}/v2/recommendations/search?service_api_client=${client_id}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-service-api-key": public_key },
      body: JSON.stringify({ user: { device_id: "e2e" }, limit: 3, sort: ["name_asc"], ...body }),
    });
  }

  const products = async () => {
    const { items } = (await (await search()).json()) as { items?: { product_identifier: string }[] };
    return items?.map((item) => item.product_identifier);
  };
  const recordedUrl = async () =>
    (JSON.parse(await readFile(join(service.dataDir, "engine.json"), "utf8")) as { url: string }).url;

  it("the service returns 503 while a killed search engine restarts, and then returns the same products as before", async () => {
    const before = { products: await products(), url: await recordedUrl() };
    expect(before.products).to.have.length(3);
    process.kill(await engineProcess(), "SIGKILL");
    await until("it to be missed", async () => (await ready()) === 503);
    // Cached pages may still be served, but a new search needs the engine.
    const refused = await search({ query: "never searched before" });
    expect([refused.status, refused.headers.get("retry-after")]).to.deep.equal([503, "2"]);

    await until("it to run again", async () => (await ready()) === 200, 120_000);
    await until("the same listing", async () => (await search()).status === 200);
    expect(await products()).to.deep.equal(before.products);
    expect(service.output()).to.include(
      "The engine exited with signal SIGKILL. It restarts in 0.5 s with the same data; until then, requests get a 503 response.",
    );
    const url = await recordedUrl();
    expect(url).to.not.equal(before.url);
    expect(service.output()).to.include(`The engine is running again at ${url}.`);
    const { stdout } = await run(process.execPath, [join(CHECKOUT, "dist", "src", "main.js"), "clients", "list"], {
      env: { ...process.env, OPENSEARCH_URL: "", INDEX_PREFIX: "", DATA_DIR: service.dataDir },
    });
    expect(stdout).to.include(service.demo.client_id);
  });

  it("Ctrl-C ends all processes of the service, even during a restart of the search engine", async () => {
    const engine = await engineProcess();
    process.kill(engine, "SIGKILL");
    await until("it to be started again", async () => {
      const next = await engineProcess().catch(() => engine);
      return next !== engine;
    });
    // `stop` throws if a process outlives the service.
    expect(await service.stop("SIGINT", "group")).to.equal(0);
    expect(isAlive(engine)).to.equal(false);
  });
});
