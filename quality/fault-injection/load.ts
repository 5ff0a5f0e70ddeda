/**
 * A separate process that sends requests over raw sockets, at about 20 µs of CPU time each, so that the load generator
 * does not slow down the measured service. The parent (`offerLoad`) sends the load definition and receives the results.
 */
import { connect, type Socket } from "node:net";
import type { Load, LoadOutcome } from "./offer-load.js";

interface Connection {
  readonly socket: Socket;
  /** Time in milliseconds at which the current request was due; undefined while idle. */
  dueAt: number | undefined;
  received: Buffer[];
  length: number;
  /** Length of the complete response, once its headers are known. */
  whole: number | undefined;
  status: number;
}

const HEAD_END = Buffer.from("\r\n\r\n");
/** Marker of a response that was ranked without the shopper's taste. */
const WITHOUT_TASTE = Buffer.from('"degraded":["taste"');

process.once("message", (load: Load) => {
  offer(load).then(
    (outcome) => process.send?.(outcome, () => process.exit(0)),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function offer({ port, host, requests, connections, perSecond, seconds }: Load): Promise<LoadOutcome> {
  const texts = requests.map((request) => Buffer.from(request));
  const served: number[] = [];
  const refused: number[] = [];
  const others = new Map<string, number>();
  let withoutTaste = 0;
  let sent = 0;
  let unsent = 0;
  const idle: Connection[] = [];
  const all = new Set<Connection>();
  let isOver = false;
  /** Number of connections that are being opened. */
  let opening = 0;

  function send(connection: Connection, dueAt: number): void {
    connection.dueAt = dueAt;
    connection.socket.write(texts[sent % texts.length] as Buffer);
    sent += 1;
  }

  function free(connection: Connection): void {
    connection.dueAt = undefined;
    connection.received = [];
    connection.length = 0;
    connection.whole = undefined;
    if (perSecond === undefined && !isOver) send(connection, performance.now());
    else idle.push(connection);
  }

  function ended(connection: Connection): void {
    const ms = performance.now() - (connection.dueAt ?? 0);
    if (connection.status === 200) {
      served.push(ms);
      if (Buffer.concat(connection.received).includes(WITHOUT_TASTE)) withoutTaste += 1;
    } else if (connection.status === 503) refused.push(ms);
    else count(String(connection.status));
    free(connection);
  }

  const count = (what: string) => others.set(what, (others.get(what) ?? 0) + 1);

  function onData(connection: Connection, chunk: Buffer): void {
    connection.received.push(chunk);
    connection.length += chunk.length;
    if (connection.whole === undefined) {
      const start = connection.received.length === 1 ? chunk : Buffer.concat(connection.received);
      const end = start.indexOf(HEAD_END);
      if (end === -1) return;
      const head = start.toString("latin1", 0, end);
      connection.status = Number(head.slice(9, 12));
      connection.whole = end + HEAD_END.length + Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    }
    if (connection.length >= connection.whole) ended(connection);
  }

  /** Returns an idle connection, skipping connections closed by the server. */
  function idleOne(): Connection | undefined {
    for (let one = idle.pop(); one !== undefined; one = idle.pop()) if (!one.socket.destroyed) return one;
    return undefined;
  }

  async function open(): Promise<Connection> {
    const socket = connect({ host, port, noDelay: true });
    const connection: Connection = { socket, dueAt: undefined, received: [], length: 0, whole: undefined, status: 0 };
    await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    socket.removeAllListeners("error");
    socket.on("data", (chunk: Buffer) => onData(connection, chunk));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      if (connection.dueAt !== undefined) count("closed");
      connection.dueAt = undefined;
      all.delete(connection);
    });
    all.add(connection);
    return connection;
  }

  while (all.size < connections) {
    await Promise.all(Array.from({ length: Math.min(100, connections - all.size) }, open));
  }
  const cpu = process.cpuUsage();
  const started = performance.now();
  for (const connection of all) free(connection);
  if (perSecond !== undefined) {
    const total = perSecond * seconds;
    for (let due = 0; due < total;) {
      const now = Math.min(total, Math.floor(((performance.now() - started) / 1000) * perSecond) + 1);
      for (; due < now; due += 1) {
        const connection = idleOne();
        const dueAt = started + (due / perSecond) * 1000;
        if (connection !== undefined) send(connection, dueAt);
        else if (all.size + opening < connections) {
          opening += 1;
          const another = open().finally(() => (opening -= 1));
          another.then(
            (one) => send(one, dueAt),
            () => count("not connected"),
          );
        } else unsent += 1; // All connections are busy, and a waiting shopper sends no further request.
      }
      await pause(1);
    }
  } else await pause(seconds * 1000);
  isOver = true;
  const took = (performance.now() - started) / 1000;
  const inTime = served.length;
  const { user, system } = process.cpuUsage(cpu);
  const patience = performance.now() + PATIENCE_MS;
  const areWaiting = () => opening > 0 || [...all].some(({ dueAt }) => dueAt !== undefined);
  while (areWaiting() && performance.now() < patience) await pause(20);
  const unanswered = [...all].filter(({ dueAt }) => dueAt !== undefined).length;
  for (const { socket } of all) socket.destroy();
  if (unanswered > 0) others.set("unanswered", unanswered);
  return {
    served,
    refused,
    withoutTaste,
    sent,
    unsent,
    unanswered,
    others: Object.fromEntries(others),
    servedPerSecond: inTime / took,
    cpuShare: (user + system) / 1e6 / took,
  };
}

/** Maximum wait for pending responses after the load ends. */
const PATIENCE_MS = 35_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
