import { createTimeSlice } from "../../lib/periodic.js";
import type { EventConsumer } from "../../tracking/event.js";
import { shopperId } from "../../tracking/shopper-id.js";
import { deviceTags, type TagDevice } from "../device-tag.js";
import { type FindProducts, visitsIn } from "../visited.js";
import { createCompanions, type CompanionOptions } from "./companions.js";
import { createRecommender, type SessionRecommendation, type SessionRecommendOptions } from "./recommender.js";
import { readSessions, writeSessions } from "./session-file.js";
import { SessionIndex, type SessionLimits } from "./session-index.js";

/**
 * Recommends products for a running session based on the visits in similar sessions. The session index is kept in memory and built from the
 * consumed events.
 */
export interface SessionNeighbours extends EventConsumer {
  /**
   * Returns products for a running session, best first. Returns fewer than requested, possibly an empty list, if there are too few
   * sessions.
   * @param session catalogue product identifiers, oldest first
   */
  recommend(
    clientId: string,
    session: readonly string[],
    options: SessionRecommendOptions,
  ): readonly SessionRecommendation[];
  /**
   * Returns the products that occur in the same sessions as the given products, best first. The result completes a basket.
   * @param products identifiers of the products in the basket; they are not recommended
   */
  readonly companions: (
    clientId: string,
    products: readonly string[],
    options: CompanionOptions,
  ) => readonly SessionRecommendation[];
  /** Returns the products of a device's running session, oldest first, without duplicates. */
  running(clientId: string, deviceId: string): readonly string[];
  /**
   * Ends the running session of a device. The visits remain in the session data without a reference to the device.
   * @param until time in milliseconds since 1970; sessions with a later visit continue
   */
  forget(clientId: string, deviceId: string, until?: number): void;
  /**
   * Ends the running sessions of devices and removes the devices from ended sessions. The keys of `until` are `shopperId`s; the values are
   * the times up to which the devices are removed. The devices' events may have been received by any process.
   */
  forgetShoppers(until: ReadonlyMap<string, number>): Promise<void>;
  /**
   * Returns the number of sessions in memory including running sessions, an estimate of their memory in bytes, and the number of sessions
   * removed because there was no room for their products.
   */
  size(): { readonly sessions: number; readonly bytes: number; readonly crowdedOut: number };
  /** Ends running sessions and saves all sessions to a file: see `writeSessions`. */
  save(path: string, position: unknown, signal?: AbortSignal): Promise<void>;
  /** Loads saved sessions from a file into an empty index: see `readSessions`. */
  restore<P>(path: string, accepts: (position: P) => boolean): Promise<P | undefined>;
}

export interface SessionNeighboursOptions extends SessionLimits {
  /** Finds the products of an event. The default treats every product name in an event as a product identifier. */
  readonly find?: FindProducts;
  /** Creates the device tags of stored sessions. */
  readonly tagDevice?: TagDevice;
  /** Starts a timer before each recommendation request. The returned function is called after the request. */
  readonly startTimer?: () => () => void;
}

const asNamed: FindProducts = (_clientId, names) =>
  Promise.resolve(new Map(names.map((id) => [id, { id, tokens: [] }])));

export function createSessionNeighbours({
  find = asNamed,
  tagDevice = deviceTags(new Uint8Array(0)),
  startTimer = () => () => undefined,
  ...limits
}: SessionNeighboursOptions): SessionNeighbours {
  const index = new SessionIndex(limits, tagDevice);

  const timed =
    <Asked extends unknown[], T>(request: (...requested: Asked) => T) =>
    (...requested: Asked): T => {
      const stop = startTimer();
      const response = request(...requested);
      stop();
      return response;
    };

  return {
    name: "sessions",
    recommend: timed(createRecommender(index)),
    companions: timed(createCompanions(index)),
    running: (clientId, deviceId) => index.runningSession(clientId, deviceId),

    async consume(events) {
      for (const { stored, products } of await visitsIn(
        events.map((event) => ({ event })),
        find,
      )) {
        const { client_id, device_id, occurred_at, received_at, type } = stored.event;
        for (const { id } of products)
          index.visit(client_id, device_id, id, occurred_at, received_at, type === "product_view");
      }
    },

    forget: (clientId, deviceId, until) => index.forget(clientId, deviceId, until),
    async forgetShoppers(until) {
      index.forgetTags(new Set([...until.keys()].map(tagDevice)));
      const slice = createTimeSlice();
      for (const [client_id, id] of [...index.runningDevices()]) {
        if (slice.isOver()) await slice.next();
        const at = until.get(shopperId({ client_id, kind: "device", id }));
        if (at !== undefined) index.forget(client_id, id, at);
      }
    },
    size: () => ({ sessions: index.sessions, bytes: index.bytes, crowdedOut: index.crowdedOut }),
    save: (path, position, signal) => writeSessions(path, index, position, signal),
    restore: (path, accepts) => readSessions(path, index, accepts),
  };
}
