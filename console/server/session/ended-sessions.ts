import { createHash, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { changeDocument, getDocument } from "../../../src/engine/documents.js";
import { withoutDeadline } from "../../../src/engine/deadline.js";
import type { Engine } from "../../../src/engine/engine.js";
import { stateIndex } from "../../../src/engine/indices.js";
import { MAX_SESSION_MS, type Session } from "./session.js";

/** The sessions of a client that were ended before their time. All moments are milliseconds since 1970. */
export interface Endings {
  /** Sessions that were signed out, by the SHA-256 of their ids, until they would be over anyway. */
  readonly sessions: readonly { readonly id: string; readonly until: number }[];
  /** Who signed out everywhere: of these people only sessions of this epoch go on. `author` null: of everybody. */
  readonly epochs: readonly { readonly author: string | null; readonly epoch: string; readonly until: number }[];
}

export const NO_ENDINGS: Endings = { sessions: [], epochs: [] };

/** More than so many endings of a client in ten hours end all of its sessions, so that the document stays small. */
export const MOST_ENDINGS = 500;
/** Clocks of processes may differ by so much. */
const SPARE_MS = 3_600_000;

const idOf = ({ csrf_token }: Pick<Session, "csrf_token">) =>
  createHash("sha256").update(csrf_token).digest("base64url");

/** The epochs that a session of somebody begins in: everybody's, and this person's own; empty where there is none. */
export const epochsOf = ({ epochs }: Endings, author: string): readonly [everybody: string, own: string] => {
  const epochOf = (wanted: string | null) => epochs.find((one) => one.author === wanted)?.epoch ?? "";
  return [epochOf(null), epochOf(author)];
};

/** Epochs are compared, not moments: so clocks that differ end no session that was begun afterwards. */
export function isEnded(endings: Endings, session: Pick<Session, "csrf_token" | "author" | "epochs">): boolean {
  const isOther = epochsOf(endings, session.author).some((epoch, at) => epoch !== "" && epoch !== session.epochs[at]);
  return isOther || (endings.sessions.length > 0 && endings.sessions.some(({ id }) => id === idOf(session)));
}

export function withSessionEnded(before: Endings, session: Pick<Session, "csrf_token" | "expires_at">, now: number) {
  const { sessions, epochs } = current(before, now);
  const ended = { id: idOf(session), until: session.expires_at + SPARE_MS };
  return bounded({ sessions: [...sessions.filter(({ id }) => id !== ended.id), ended], epochs }, now);
}

/** @param author null: everybody */
export function withEverywhereEnded(before: Endings, author: string | null, now: number): Endings {
  const { sessions, epochs } = current(before, now);
  const begun = { author, epoch: randomBytes(9).toString("base64url"), until: now + MAX_SESSION_MS + SPARE_MS };
  return bounded({ sessions, epochs: [...epochs.filter((one) => one.author !== author), begun] }, now);
}

function current({ sessions, epochs }: Endings, now: number): Endings {
  const isCurrent = ({ until }: { readonly until: number }) => until > now;
  return { sessions: sessions.filter(isCurrent), epochs: epochs.filter(isCurrent) };
}

const bounded = (endings: Endings, now: number): Endings =>
  endings.sessions.length + endings.epochs.length > MOST_ENDINGS ? withEverywhereEnded(NO_ENDINGS, null, now) : endings;

/** Endings as the engine keeps them, one document a client, and as this process knows them. */
export interface EndedSessions {
  /** As they were at most a second ago. @throws errors of the engine as they are: a session that may have ended opens nothing */
  read(clientId: string): Promise<Endings>;
  /** As they are. @throws errors of the engine as they are */
  readNow(clientId: string): Promise<Endings>;
  /** Resolves when it is stored; the other processes know it within a second. @throws errors of the engine as they are */
  change(clientId: string, next: (before: Endings) => Endings): Promise<void>;
}

const FRESH_MS = 1_000;
const MAX_CLIENTS = 200;

/** @param clock milliseconds that never go back */
export function createEndedSessions(engine: Engine, clock: () => number): EndedSessions {
  const known = new LRUCache<string, { readonly at: number; readonly endings: Promise<Endings> }>({ max: MAX_CLIENTS });
  const documentOf = (clientId: string) => `console-sessions:${clientId}`;

  function readNow(clientId: string): Promise<Endings> {
    const reading = async () => (await getDocument<Endings>(engine, stateIndex(engine), documentOf(clientId)))?.source;
    const one = { at: clock(), endings: withoutDeadline(reading).then((found = NO_ENDINGS) => found) };
    known.set(clientId, one);
    one.endings.catch(() => known.peek(clientId) === one && known.delete(clientId));
    return one.endings;
  }

  return {
    read(clientId) {
      const one = known.get(clientId);
      return one !== undefined && clock() - one.at < FRESH_MS ? one.endings : readNow(clientId);
    },
    readNow,
    async change(clientId, next) {
      const changed = (before = NO_ENDINGS) => next(before);
      const at = clock();
      const endings = await changeDocument(engine, stateIndex(engine), documentOf(clientId), changed);
      known.set(clientId, { at, endings: Promise.resolve(endings) });
    },
  };
}
