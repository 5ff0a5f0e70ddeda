import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { ServiceError } from "../errors.js";
import type { CloseReason } from "../observability/metrics.js";
import { byAddress, type ClientAddresses } from "./client-address.js";
import { DISCARD_MS, LATE, respondToClientError } from "./error-handler.js";
import { isUpload } from "./upload.js";

export interface ConnectionLimits {
  /** Open at once. */
  readonly connections: number;
  /** Requests that have not arrived completely: in all, and of one address. */
  readonly unfinished: number;
  readonly unfinishedPerAddress: number;
  /**
   * Milliseconds in which no connection counts as too many of one address: of a burst all connections are accepted
   * before one is read.
   */
  readonly freshMs: number;
  /** Milliseconds that the body of a request may take to arrive; uploads of feeds have a limit of their own. */
  readonly bodyMs: number;
  /** An upload sends at least so many bytes in every such time. */
  readonly upload: { readonly bytes: number; readonly withinMs: number };
  /** Milliseconds in which a client reads nothing at all of an answer. */
  readonly unreadMs: number;
}

export const DEFAULT_CONNECTION_LIMITS: Omit<ConnectionLimits, "connections"> = {
  unfinished: 2_048,
  unfinishedPerAddress: 256,
  freshMs: 1_000,
  // 100 kB on a slow mobile line. Trackers and pages send a tenth of that.
  bodyMs: 10_000,
  // 1 kB a second is slower than any line that somebody sends a catalogue over, and leaves a sender that makes its feed on the way half a minute.
  upload: { bytes: 30_000, withinMs: 30_000 },
  unreadMs: 30_000,
};

/** How many connections are in which state; together they are all. */
export interface ConnectionCounts {
  readonly unfinished: number;
  readonly upload: number;
  readonly idle: number;
  readonly answering: number;
}

/**
 * Tracks the connections of a server beyond what Node does: which ones it waits for, since when, and which one to close
 * first.
 */
export interface Connections {
  opened(socket: Socket): void;
  /** @returns false when the connection is being closed already: the request must not be looked at, so that its sender may safely repeat it. */
  requested(request: IncomingMessage, response: ServerResponse): boolean;
  /** Looks for those who are late; call it about once a second. */
  sweep(): void;
  /** Node found that what came is no request, or that a head is late. */
  clientError(error: NodeJS.ErrnoException, socket: Duplex): void;
  /** Node found that nothing happened on a connection for as long as it may. */
  timedOut(socket: Socket): void;
  /** Every answer from now on says that its connection closes. */
  announceClose(): void;
  /** Closes some of the connections that wait for nothing; call it again until all are gone. */
  endSomeIdle(): void;
  counts(): ConnectionCounts;
}

export interface ConnectionsDeps {
  readonly limits: ConnectionLimits;
  readonly addresses: ClientAddresses;
  readonly onClose: (reason: CloseReason) => void;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
}

interface Connection {
  readonly socket: Socket;
  /** Not sent yet, in the order of their requests. */
  readonly responses: Set<ServerResponse>;
  /** The last one whose head is here, and its response. */
  request?: IncomingMessage;
  response?: ServerResponse;
  /** Whether a request came before the one before it was answered. */
  pipelines: boolean;
  /** What came after the last request is no request; answered once the requests are. */
  mistake?: NodeJS.ErrnoException;
  /** Since when its body is waited for. */
  since: number;
  /** Where an upload was when it was last found fast enough. */
  pace: { at: number; bytes: number };
  /** Whether Node watches that the answer is read. */
  watched: boolean;
}

/** Few enough to look at the network again before the next ones. */
const ENDED_AT_ONCE = 50;

/** A client that has read that its connection is closed closes it, too; the wait for one that does not is short. */
const LINGER_MS = 500;

export function createConnections({ limits, addresses, onClose, now }: ConnectionsDeps): Connections {
  const known = new WeakMap<Duplex, Connection>();
  const open = new Set<Connection>();
  const idle = new Set<Connection>();
  /** Requests without a complete head, and without a complete body unless it is an upload. */
  const unfinished = byAddress<Connection>();
  const uploads = new Set<Connection>();
  /** Closing connections: they take no further request, and only linger. */
  const ended = new Set<Connection>();
  let isClosing = false;

  const sets = [open, idle, unfinished, uploads, ended];
  const forget = (connection: Connection) => {
    for (const set of sets) set.delete(connection);
  };

  const bodyMissing = ({ request }: Connection) => request !== undefined && !request.complete;

  /** An answered connection whose request is complete waits for nothing. */
  function settle(connection: Connection): void {
    unfinished.delete(connection);
    uploads.delete(connection);
    if (connection.responses.size > 0 || connection.socket.destroyed || connection.socket.writableEnded) return;
    if (!ended.has(connection)) idle.add(connection);
  }

  /** Whether a connection is still receiving its request; uploads, which have their own time limit, are moved to those. */
  function isStillUnfinished(connection: Connection): boolean {
    const { request, socket } = connection;
    if (request?.complete === true) {
      settle(connection);
      return false;
    }
    if (request === undefined || !isUpload(request)) return true;
    unfinished.delete(connection);
    uploads.add(connection);
    connection.pace = { at: now(), bytes: socket.bytesRead };
    return false;
  }

  function awaitRest(connection: Connection, address: string | undefined): void {
    unfinished.add(connection, address);
    const isOneTooMany = ({ since }: Connection) =>
      unfinished.countOf(address) > limits.unfinishedPerAddress && now() - since >= limits.freshMs;
    evictWhile(isOneTooMany, unfinished.of(address));
    if (unfinished.size > limits.unfinished) {
      evictWhile(() => unfinished.size > limits.unfinished, unfinished.ofLargest());
    }
  }

  function evictWhile(isOneTooMany: (longest: Connection) => boolean, longestFirst: Iterable<Connection>): void {
    for (const connection of longestFirst) {
      if (!isOneTooMany(connection)) return;
      if (isStillUnfinished(connection)) expire(connection, "unfinished_evicted");
    }
  }

  function end(connection: Connection): void {
    forget(connection);
    open.add(connection);
    ended.add(connection);
    setTimeout(() => connection.socket.destroy(), DISCARD_MS).unref();
  }

  /** Clients take answers for those of their requests in order, so the requests before a mistake are answered first. */
  function refuse(connection: Connection, mistake: NodeJS.ErrnoException): void {
    connection.mistake ??= mistake;
    unfinished.delete(connection);
    const { responses, response, socket } = connection;
    // One whose body is the mistake is never answered.
    const isAlone =
      responses.size === 1 && bodyMissing(connection) && response !== undefined && responses.has(response);
    if (responses.size === 0 || isAlone) respondToClientError(connection.mistake, socket);
  }

  /** Node tells only the response whose turn it is that its connection is closed; the others would wait for ever. */
  function dropWaiting({ responses }: Connection): void {
    for (const response of responses) {
      if (response.socket !== null) continue;
      response.destroy();
      response.emit("close");
    }
  }

  /** The connection closes with the last of its answers: the ones before it are still read. */
  function closeAfterAnswers({ responses }: Connection): void {
    const [last, ...earlier] = [...responses].reverse();
    for (const response of earlier) if (!response.headersSent) response.removeHeader("Connection");
    if (last?.headersSent === false) last.setHeader("Connection", "close");
  }

  /** Lets the reader of a late request answer it, so that all errors take the same path. */
  function expire(connection: Connection, reason: CloseReason): void {
    const { socket, request, response, responses } = connection;
    onClose(reason);
    if (!bodyMissing(connection)) {
      // A browser opens connections ahead of need; an answer to nothing would be taken for the next request's.
      if (socket.bytesRead === 0) socket.end();
      else refuse(connection, Object.assign(new Error(reason), { code: LATE }));
      if (responses.size === 0) end(connection);
      return;
    }
    end(connection);
    if (
      response === undefined ||
      response.headersSent ||
      request === undefined ||
      request.listenerCount("error") === 0
    ) {
      socket.destroy();
      return;
    }
    response.setHeader("Connection", "close");
    request.emit("error", new ServiceError("request_timeout", LATE_BODY[reason] ?? "the body did not arrive in time"));
  }

  function makeRoom(): boolean {
    const [lingering] = ended;
    const [longestIdle] = idle;
    const victim = lingering ?? longestIdle ?? [...open].find(({ watched }) => watched);
    if (victim === undefined) {
      const [oldest] = unfinished.ofLargest();
      if (oldest === undefined) return false;
      onClose("unfinished_evicted");
      oldest.socket.destroy();
      forget(oldest);
      return true;
    }
    if (victim !== lingering) onClose(victim === longestIdle ? "idle_evicted" : "answer_unread");
    victim.socket.destroy();
    forget(victim);
    return true;
  }

  function watchReader(connection: Connection): void {
    const { socket } = connection;
    const hasUnread = socket.writableLength > 0;
    if (hasUnread === connection.watched) return;
    connection.watched = hasUnread;
    // Node's timer starts anew whenever some of it is read. Once all is, Node has set the time that an idle connection has.
    if (hasUnread) socket.setTimeout(limits.unreadMs);
    else if (connection.responses.size > 0) socket.setTimeout(0);
  }

  return {
    opened(socket) {
      if (open.size >= limits.connections && !makeRoom()) {
        onClose("refused");
        socket.destroy();
        return;
      }
      const connection: Connection = {
        socket,
        responses: new Set<ServerResponse>(),
        since: now(),
        watched: false,
        pipelines: false,
        pace: { at: 0, bytes: 0 },
      };
      known.set(socket, connection);
      open.add(connection);
      socket.once("close", () => {
        forget(connection);
        dropWaiting(connection);
      });
      // A page that ends its side has been left. A program that sent several requests at once may still read.
      socket.once("end", () => {
        if (!connection.pipelines) socket.end();
      });
      awaitRest(connection, addresses.ofSocket(socket));
    },
    requested(request, response) {
      const connection = known.get(request.socket);
      if (connection === undefined || ended.has(connection) || request.socket.writableEnded) {
        request.socket.destroy();
        return false;
      }
      idle.delete(connection);
      unfinished.delete(connection);
      connection.request = request;
      connection.response = response;
      // Node gives a response its socket when its turn comes.
      connection.pipelines ||= response.socket === null;
      connection.responses.add(response);
      if (isClosing) closeAfterAnswers(connection);
      response.once("close", () => {
        connection.responses.delete(response);
        if (connection.mistake !== undefined) refuse(connection, connection.mistake);
        else if (!bodyMissing(connection)) settle(connection);
      });
      if (hasBody(request)) {
        connection.since = now();
        request.once("end", () => {
          if (connection.request === request) settle(connection);
        });
        awaitRest(connection, addresses.ofRequest(request));
      }
      return true;
    },
    sweep() {
      for (const connection of unfinished.all()) {
        if (!isStillUnfinished(connection) || !bodyMissing(connection)) continue; // heads are Node's to watch
        if (isOurTurn(connection)) connection.since = now();
        else if (now() - connection.since >= limits.bodyMs) expire(connection, "body_late");
      }
      for (const connection of uploads) {
        const { socket, pace } = connection;
        if (!bodyMissing(connection)) settle(connection);
        else if (isOurTurn(connection)) connection.pace = { at: now(), bytes: socket.bytesRead };
        else if (now() - pace.at >= limits.upload.withinMs) {
          if (socket.bytesRead - pace.bytes < limits.upload.bytes) expire(connection, "upload_slow");
          else connection.pace = { at: now(), bytes: socket.bytesRead };
        }
      }
      for (const connection of open) watchReader(connection);
    },
    clientError(error, socket) {
      const connection = known.get(socket);
      if (connection === undefined) respondToClientError(error, socket);
      else if (error.code !== LATE) refuse(connection, error);
      else if (!ended.has(connection)) expire(connection, "head_late");
    },
    timedOut(socket) {
      if (known.get(socket)?.watched === true && socket.writableLength > 0) onClose("answer_unread");
      socket.destroy();
    },
    announceClose() {
      isClosing = true;
      for (const connection of open) closeAfterAnswers(connection);
    },
    endSomeIdle() {
      const silent = [...unfinished.all()].filter(({ socket }) => socket.bytesRead === 0);
      for (const connection of [...idle, ...silent].slice(0, ENDED_AT_ONCE)) {
        end(connection);
        // Only our side: what its client may just have sent is read, and its end answered, instead of a reset.
        connection.socket.end();
        setTimeout(() => connection.socket.destroy(), LINGER_MS).unref();
      }
    },
    counts() {
      const counts = { unfinished: unfinished.size, upload: uploads.size, idle: idle.size };
      return { ...counts, answering: Math.max(0, open.size - unfinished.size - uploads.size - idle.size - ended.size) };
    },
  };
}

const LATE_BODY: Readonly<Partial<Record<CloseReason, string>>> = {
  upload_slow: "the upload came too slowly or stood still; send it again",
  unfinished_evicted: "too many requests have arrived in part only, and this one waited longest; send it again",
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

/** Something of the body is here that the service has not taken yet, so its sender is not to blame. */
const isOurTurn = ({ request }: Connection): boolean => request !== undefined && request.readableLength > 0;
