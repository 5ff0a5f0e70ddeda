import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { atLeast, atMost, exactly, reported, type Check } from "./scenario.js";
import type { TestBed } from "./test-bed.js";
import { ingestThings, listingFor, newClient } from "../shared/storefront.js";

/** Maximum number of open files of the service process: a common default, lower than the number of connections. */
const OPEN_FILES = 1_024;
const CONNECTIONS = 1_100;
/** Number of measured listings: first without slow clients, then again with slow clients. */
const LISTINGS = 200;

/**
 * Maximum response time of a listing in milliseconds. Slower listings count as failed. The measurement ends after
 * `MAX_FAILED` failed listings.
 */
const LISTING_TIMEOUT_MS = 5_000;
const MAX_FAILED = 10;

/** Interval in milliseconds at which slow clients send single bytes; short enough to avoid idle timeouts. */
const DRIP_MS = 500;

const TRACKER = "/com.snowplowanalytics.snowplow/tp2";

/** First bytes that slow clients send without an API key. Afterwards, slow clients send single bytes or no data. */
const PREFIXES: readonly string[] = [
  "",
  "POST /",
  `POST ${TRACKER} HTTP/1.1\r\nHost: shop\r\nX-Slow: `,
  `POST ${TRACKER} HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"data":"`,
  "POST /v1/ingestion/ HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\nfffff\r\n",
];

/**
 * Opens slow connections, reopens each connection that the service closes, and measures listings and operations
 * endpoints at the same time.
 */
export async function holdSlowConnections(ground: TestBed): Promise<Check[]> {
  const place = await ground.service({}, { openFiles: OPEN_FILES });
  await place.start();
  const client = await newClient(ground.engine, "shop");
  await ingestThings(place, client, 40);
  const listing = listingFor(client);

  await measure(place.url, listing, Math.ceil(LISTINGS / 4)); // warm-up
  ground.report("requesting listings without slow clients");
  const before = await measure(place.url, listing, LISTINGS);
  const crowd = startCrowd(place.url, CONNECTIONS);
  try {
    await crowd.opened;
    ground.report("requesting listings with slow clients");
    const watch = watchOperations(place.operationsUrl);
    const beside = await measure(place.url, listing, LISTINGS);
    const slowestState = await watch.stop();
    const { opened, closed } = crowd.counts;
    return [
      atLeast("slow connections opened", opened, CONNECTIONS),
      reported("slow connections that the service closed", String(closed)),
      reported("p50 / p99 response time of listings without slow clients", `${before.p50} / ${before.p99} ms`),
      reported("p99 response time of listings with slow clients", `${beside.p99} ms`),
      atMost("p50 response time of listings with slow clients", beside.p50, 3 * before.p50 + 20, "ms"),
      exactly("rejected or failed listing requests", beside.failed, 0),
      ...Object.entries(slowestState).map(([path, ms]) => atMost(`slowest response of ${path}`, ms, STATE_MS, "ms")),
    ];
  } finally {
    crowd.close();
  }
}

/** Maximum response time of operations endpoints: a typical timeout of schedulers and load balancers. */
const STATE_MS = 2_000;

function startCrowd(base_url: string, size: number) {
  const { hostname, port } = new URL(base_url);
  const open = new Set<Socket>();
  const counts = { opened: 0, closed: 0 };
  let isOver = false;

  function join(place: number, onOpen: () => void): void {
    const socket = connect(Number(port), hostname);
    open.add(socket);
    const prefix = PREFIXES[place % PREFIXES.length] ?? "";
    const drip = setInterval(() => prefix !== "" && socket.writable && socket.write("1"), DRIP_MS);
    socket.once("connect", () => {
      counts.opened += 1;
      socket.write(prefix);
      onOpen();
    });
    socket.on("error", () => undefined); // an error also closes the socket
    socket.resume().once("close", () => {
      clearInterval(drip);
      open.delete(socket);
      onOpen();
      if (isOver) return;
      counts.closed += 1;
      setTimeout(() => isOver || join(place, () => undefined), DRIP_MS); // reconnects
    });
  }

  return {
    counts,
    opened: Promise.all(Array.from({ length: size }, (_, place) => new Promise<void>((opened) => join(place, opened)))),
    close() {
      isOver = true;
      for (const socket of open) socket.destroy();
    },
  };
}

async function measure(base_url: string, { path, headers, body }: ReturnType<typeof listingFor>, count: number) {
  const agent = new Agent({ keepAlive: false });
  const times: number[] = [];
  let failed = 0;
  for (let number = 0; number < count && failed < MAX_FAILED; number += 1) {
    const requested = performance.now();
    const status = await new Promise<number>((resolve) => {
      const outgoing = request(
        base_url + path,
        { agent, method: "POST", headers, signal: AbortSignal.timeout(LISTING_TIMEOUT_MS) },
        (response) => {
          response.resume().once("close", () => resolve(response.complete ? (response.statusCode ?? 0) : 0));
        },
      );
      outgoing.once("error", () => resolve(0)).end(body);
    });
    if (status === 200) times.push(performance.now() - requested);
    else failed += 1;
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(10 * (times[Math.floor(share * (times.length - 1))] ?? NaN)) / 10;
  return { p50: at(0.5), p99: at(0.99), failed };
}

/** Measures the longest response time of each operations endpoint until stopped. Failures count as infinite. */
function watchOperations(operations_url: string) {
  const slowest: Record<string, number> = { "/readyz": 0, "/livez": 0, "/metrics": 0 };
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      for (const path of Object.keys(slowest)) {
        const requested = performance.now();
        const response = await fetch(operations_url + path, { signal: AbortSignal.timeout(LISTING_TIMEOUT_MS) }).catch(
          () => undefined,
        );
        await response?.arrayBuffer().catch(() => undefined);
        const ms = response?.ok === true ? Math.round(performance.now() - requested) : Infinity;
        slowest[path] = Math.max(slowest[path] ?? 0, ms);
      }
      await delay(50);
    }
  })();
  return {
    async stop() {
      over.abort();
      await watching;
      return slowest;
    },
  };
}
