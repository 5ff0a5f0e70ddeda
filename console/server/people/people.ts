import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { withoutDeadline } from "../../../src/engine/deadline.js";
import { changeDocument, deleteUnchanged, getDocument, getDocuments } from "../../../src/engine/documents.js";
import type { Engine } from "../../../src/engine/engine.js";
import type { Person } from "./person.js";
import { NO_TEAM, type Team } from "./team.js";

/** Collection of named documents in the engine. All methods throw an Error if an engine request fails. */
export interface Kept<T extends object> {
  /** Returns a document. The returned version is at most one second out of date. */
  read(name: string): Promise<T | undefined>;
  readNow(name: string): Promise<T | undefined>;
  /** Changes a document atomically (compare-and-set). Other processes see the change within a second. */
  change(name: string, next: (before: T | undefined) => T): Promise<T>;
}

/** Store of user accounts, and of shop teams with the role of each member. */
export interface People {
  readonly persons: Kept<Person>;
  readonly teams: Kept<Team>;
  /** Returns the current teams of several shops. */
  teamsOf(clientIds: readonly string[]): Promise<ReadonlyMap<string, Team>>;
  /** Removes a person from a shop. An account without shops is deleted. */
  leave(email: string, clientId: string): Promise<void>;
}

const FRESH_MS = 1_000;
const MOST_KNOWN = 1_000;

/**
 * Creates the store of accounts and teams.
 * @param clock monotonic clock in milliseconds
 */
export function createPeople(engine: Engine, clock: () => number): People {
  const index = `${engine.prefix}people`;
  // Document ids contain hashes of email addresses, which may be long and must not appear in the engine's logs.
  const personId = (email: string) => `person:${createHash("sha256").update(email).digest("base64url")}`;
  const teamId = (clientId: string) => `team:${clientId}`;
  const kept = <T extends object>(idOf: (name: string) => string): Kept<T> => {
    const known = new LRUCache<string, { readonly at: number; readonly value: Promise<T | undefined> }>({
      max: MOST_KNOWN,
    });
    const readNow = (name: string) => {
      const one = {
        at: clock(),
        value: withoutDeadline(async () => (await getDocument<T>(engine, index, idOf(name)))?.source),
      };
      known.set(name, one);
      one.value.catch(() => known.peek(name) === one && known.delete(name));
      return one.value;
    };
    return {
      readNow,
      read(name) {
        const one = known.get(name);
        return one !== undefined && clock() - one.at < FRESH_MS ? one.value : readNow(name);
      },
      async change(name, next) {
        const at = clock();
        const value = await changeDocument<T, T>(engine, index, idOf(name), next);
        known.set(name, { at, value: Promise.resolve(value) });
        return value;
      },
    };
  };
  const persons = kept<Person>(personId);
  return {
    persons,
    teams: kept<Team>(teamId),
    async teamsOf(clientIds) {
      const found = await getDocuments<Team>(engine, index, clientIds.map(teamId));
      return new Map(clientIds.map((clientId, at) => [clientId, found[at]?.source ?? NO_TEAM]));
    },
    async leave(email, clientId) {
      const found = await getDocument<Person>(engine, index, personId(email));
      if (found === undefined) return;
      if (found.source.shops.every((shop) => shop === clientId)) {
        if (await deleteUnchanged(engine, index, found.id, found)) return;
      }
      await persons.change(email, (before = found.source) => ({
        ...before,
        shops: before.shops.filter((shop) => shop !== clientId),
      }));
    },
  };
}
