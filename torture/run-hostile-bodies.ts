/**
 * `node --import tsx torture/run-hostile-bodies.ts [rounds] [part of a name]`: starts the service on `OPENSEARCH_URL`, measures and
 * prints a table.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { measureHostileBodies } from "./hostile-bodies.js";

const PROGRAM = fileURLToPath(new URL("../scripts/vitrine.mjs", import.meta.url));
const PROBE = new URL("event-loop-probe.mjs", import.meta.url).href;

const dataDir = await mkdtemp(join(tmpdir(), "hostile-"));
const port = await freePort();
const env = {
  ...process.env,
  ...{ INDEX_PREFIX: `hostile-${port}-`, DATA_DIR: dataDir, PORT: String(port), OPERATIONS_PORT: "0" },
};
const child = spawn(process.execPath, ["--import", PROBE, PROGRAM, "serve"], {
  ...{ env, stdio: ["ignore", "ignore", "ignore", "ipc"] },
});
const base_url = `http://127.0.0.1:${port}`;
try {
  await answering(`${base_url}/openapi.json`);
  const added = await promisify(execFile)(process.execPath, [PROGRAM, "clients", "add", "hostile", "--json"], { env });
  const client = JSON.parse(added.stdout) as { client_id: string; public_key: string; private_key: string };
  await catalogue(200, client.private_key);
  await measureHostileBodies({
    ...client,
    base_url,
    watch: () => child.send("watch the event loop"),
    held: async () => {
      child.send("how long was it held");
      const [{ held_ms }] = (await once(child, "message")) as [{ held_ms: number }];
      return held_ms;
    },
    rounds: Number(process.argv[2] ?? 5),
    ...(process.argv[3] === undefined ? {} : { only: new RegExp(process.argv[3]) }),
    onRow: ({ name, wire_bytes, status, longest_hold_ms, worst_hold_ms }) => {
      const times = [longest_hold_ms, worst_hold_ms].map((ms) => ms.toFixed(1).padStart(8)).join("");
      process.stdout.write(`${times}  ${String(wire_bytes).padStart(6)}  ${status.padEnd(12)}  ${name}\n`);
    },
  });
} finally {
  child.kill("SIGTERM");
  await once(child, "exit");
  await rm(dataDir, { recursive: true, force: true });
  const engine = process.env["OPENSEARCH_URL"] ?? "";
  await fetch(`${engine}/${env.INDEX_PREFIX}*?expand_wildcards=all`, { method: "DELETE" });
  await fetch(`${engine}/_index_template/${env.INDEX_PREFIX}*`, { method: "DELETE" });
}

async function answering(url: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error("the service has ended");
    if (await fetch(url).then(({ ok }) => ok, () => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function catalogue(size: number, key: string): Promise<void> {
  const body = Array.from({ length: size }, (_, at) =>
    JSON.stringify({
      operation: "insert",
      product_data: {
        ...{ product_identifier: `p${at}`, title: `Red shirt ${at}`, designer: `Brand ${at % 20}`, price: at },
        ...{ color: "Red", sizes: ["S", "M"], categories: [`Clothing: Kind ${at % 7}`] },
      },
    }),
  ).join("\n");
  const headers = { "X-SERVICE-API-KEY": key, "X-SERVICE-PROCESSING-MODE": "soft_replace" };
  const answer = await fetch(`${base_url}/v1/ingestion/`, { method: "POST", headers, body });
  const { data } = (await answer.json()) as { data: { ingestion_id: number } };
  for (let status = 0; status !== 4; ) {
    const job = await fetch(`${base_url}/v1/ingestion/${data.ingestion_id}`, { headers });
    status = ((await job.json()) as { data: { status: number } }).data.status;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
