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
 * Recommends products for a running session by what shoppers in similar sessions visited. Kept in memory, from the
 * events it consumes.
 */
export interface SessionNeighbours extends EventConsumer {
  /**
   * Products that go with a running session, best first: fewer than requested, or none, where there are too few
   * sessions.
   * @param session product identifiers of the catalogue, oldest first
   */
  recommend(
    clientId: string,
    session: readonly string[],
    options: SessionRecommendOptions,
  ): readonly SessionRecommendation[];
  /**
   * Products that are in the same sessions, whatever the order, best first: what else is in a basket.
   * @param products identifiers of the catalogue, none of which is recommended
   */
  readonly companions: (
    clientId: string,
    products: readonly string[],
    options: CompanionOptions,
  ) => readonly SessionRecommendation[];
  /** The products of a device's running session, oldest first, each once. */
  running(clientId: string, deviceId: string): readonly string[];
  /**
   * Ends the running session of a device; its visits still count for products, without the device.
   * @param until milliseconds since 1970: a session that has gone on since then stays as it is
   */
  forget(clientId: string, deviceId: string, until?: number): void;
  /**
   * The same for devices by their `shopperId`, each with its own time, as reported to any process. Their earlier
   * sessions, too.
   */
  forgetShoppers(until: ReadonlyMap<string, number>): Promise<void>;
  /**
   * The number of sessions in memory including running ones, an estimate of their bytes, and the number of sessions removed because there
   * was no room for their products.
   */
  size(): { readonly sessions: number; readonly bytes: number; readonly crowdedOut: number };
  /** Keeps all that is held in a file, and ends running sessions: see `writeSessions`. */
  save(path: string, position: unknown, signal?: AbortSignal): Promise<void>;
  /** Has what was kept in a file, before anything else is held: see `readSessions`. */
  restore<P>(path: string, accepts: (position: P) => boolean): Promise<P | undefined>;
}

export interface SessionNeighboursOptions extends SessionLimits {
  /** Without it, every name is a product's own. */
  readonly find?: FindProducts;
  /** Tells devices apart in what is kept. */
  readonly tagDevice?: TagDevice;
  /** Called before each question; what it returns is called after it. */
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
