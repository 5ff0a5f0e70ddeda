import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

export interface SlowClientsOptions {
  readonly base_url: string;
  readonly operations_url: string;
  /** What a shopper's page asks; each on a connection of its own. */
  readonly listing: { readonly path: string; readonly headers: Record<string, string>; readonly body: string };
  /** Slow connections that are kept open all the time; 1,100 unless given. */
  readonly connections?: number;
  /** Listings asked without them, and with them; 200 each unless given. */
  readonly listings?: number;
}

export interface Figure {
  readonly what: string;
  readonly value: number;
  /** A greater value is a failure. */
  readonly atMost?: number;
}

/** A listing that takes longer has failed, and nobody waits for more than so many of them. */
const LISTING_TIMEOUT_MS = 5_000;
const MOST_FAILED = 10;

/** A byte now and then is what keeps an idle time from running out. */
const DRIP_MS = 500;

const TRACKER = "/com.snowplowanalytics.snowplow/tp2";

/** What a slow client sends at once; it goes on with a byte at a time, or not at all. None has a key. */
const BEGINNINGS: readonly string[] = [
  "",
  "POST /",
  `POST ${TRACKER} HTTP/1.1\r\nHost: shop\r\nX-Slow: `,
  `POST ${TRACKER} HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"data":"`,
  "POST /v1/ingestion/ HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\nfffff\r\n",
];

/**
 * Start the service with few open files (`ulimit -n 1024`, which is usual): with many, 1,100 connections are no attack.
 * Holds slow connections open, each opened again when the service closes it, and asks for listings and the state meanwhile.
 */
export async function slowClients(options: SlowClientsOptions): Promise<Figure[]> {
  const { base_url, operations_url, listing, connections = 1_100, listings = 200 } = options;
  await measure(base_url, listing, Math.ceil(listings / 4)); // warm
  const before = await measure(base_url, listing, listings);
  const crowd = startCrowd(base_url, connections);
  try {
    await crowd.opened;
    const watch = watchOperations(operations_url);
    const beside = await measure(base_url, listing, listings);
    const slowestState = await watch.stop();
    return [
      { what: "slow clients: connections opened", value: crowd.counts.opened },
      { what: "slow clients: closed by the service", value: crowd.counts.closed },
      { what: "slow clients: listing without them, p50 ms", value: before.p50 },
      { what: "slow clients: listing beside them, p50 ms", value: beside.p50, atMost: 3 * before.p50 + 20 },
      { what: "slow clients: listing without them, p99 ms", value: before.p99 },
      { what: "slow clients: listing beside them, p99 ms", value: beside.p99 },
      { what: "slow clients: listings refused or failed", value: beside.failed, atMost: 0 },
      ...Object.entries(slowestState).map(([path, ms]) => ({
        what: `slow clients: slowest answer of ${path}, ms`,
        value: ms,
        atMost: 2_000,
      })),
    ];
  } finally {
    crowd.close();
  }
}

function startCrowd(base_url: string, size: number) {
  const { hostname, port } = new URL(base_url);
  const open = new Set<Socket>();
  const counts = { opened: 0, closed: 0 };
  let isOver = false;

  function join(place: number, onOpen: () => void): void {
    const socket = connect(Number(port), hostname);
    open.add(socket);
    const beginning = BEGINNINGS[place % BEGINNINGS.length] ?? "";
    const drip = setInterval(() => beginning !== "" && socket.writable && socket.write("1"), DRIP_MS);
    socket.once("connect", () => {
      counts.opened += 1;
      socket.write(beginning);
      onOpen();
    });
    socket.on("error", () => undefined); // closes it
    socket.resume().once("close", () => {
      clearInterval(drip);
      open.delete(socket);
      onOpen();
      if (isOver) return;
      counts.closed += 1;
      setTimeout(() => isOver || join(place, () => undefined), DRIP_MS); // in vain or not, it comes again
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

async function measure(base_url: string, { path, headers, body }: SlowClientsOptions["listing"], count: number) {
  const agent = new Agent({ keepAlive: false });
  const times: number[] = [];
  let failed = 0;
  for (let number = 0; number < count && failed < MOST_FAILED; number += 1) {
    const asked = performance.now();
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
    if (status === 200) times.push(performance.now() - asked);
    else failed += 1;
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(10 * (times[Math.floor(share * (times.length - 1))] ?? NaN)) / 10;
  return { p50: at(0.5), p99: at(0.99), failed };
}

/** The longest that each question of an operator took, until it is stopped; one that fails took for ever. */
function watchOperations(operations_url: string) {
  const slowest: Record<string, number> = { "/readyz": 0, "/livez": 0, "/metrics": 0 };
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      for (const path of Object.keys(slowest)) {
        const asked = performance.now();
        const answer = await fetch(operations_url + path, { signal: AbortSignal.timeout(LISTING_TIMEOUT_MS) }).catch(
          () => undefined,
        );
        await answer?.arrayBuffer().catch(() => undefined);
        const ms = answer?.ok === true ? Math.round(performance.now() - asked) : Infinity;
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
