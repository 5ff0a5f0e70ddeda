import { type Context, repeat } from "../../context.js";
import { changeDocument } from "../../engine/documents.js";
import { stateIndex } from "../../engine/indices.js";
import { ServiceError } from "../../errors.js";
import { withinGrace } from "../../lib/periodic.js";
import type { PayloadStore } from "./payloads.js";

/** Registration of the payload store that all processes of an installation must use. */
export interface PayloadRegistration {
  /**
   * Checks that this process uses the registered payload store.
   * @throws {ServiceError} unavailable if another store is registered; EngineUnavailableError if the registration cannot be read
   */
  check(): Promise<void>;
  /** Reason why this process rejects feeds, for operators; undefined while it accepts them. */
  problem(): string | undefined;
  /** Stops the heartbeat; waits at most `graceMs` for a pending engine call. */
  close(graceMs?: number): Promise<void>;
}

interface Registered {
  readonly store: string;
  readonly location: string;
  /**
   * Counter that increases while a process uses this payload store. Other processes check whether the counter has increased, so that they
   * need not compare clocks.
   */
  readonly beat: number;
}

const REGISTRATION_ID = "payload-store";
/**
 * Number of consecutive checks without a new heartbeat after which another store replaces the registered store.
 * Heartbeats end if the store's folder is lost or its settings were changed.
 */
const PATIENCE = 15;

/**
 * Registers the payload store. The first store stays registered while a process that uses it is running. Processes with
 * another store reject feeds.
 * @param location name of this process's store in logs and `/readyz`
 */
export function registerPayloadStore(context: Context, payloads: PayloadStore, location: string): PayloadRegistration {
  const { engine, config, logger } = context;
  let registered: Registered | undefined;
  /** Number of consecutive checks that found the same heartbeat. */
  let unchanged = 0;
  let reported: string | undefined;

  async function look(): Promise<void> {
    const store = await payloads.identity();
    const seen = registered?.beat;
    const found = await changeDocument<Registered, Registered>(
      engine,
      stateIndex(engine),
      REGISTRATION_ID,
      (before) => {
        const isAbandoned = before?.beat === seen && unchanged >= PATIENCE;
        if (before !== undefined && before.store !== store && !isAbandoned) return before;
        const at = before?.store === store ? before.location : location;
        return { store, location: at, beat: (before?.beat ?? 0) + 1 };
      },
    );
    unchanged = found.beat === seen ? unchanged + 1 : 0;
    registered = found;
    const problem =
      found.store === store
        ? undefined
        : `this process rejects feeds: it stores payloads in ${location}, but the registered store is ${found.location}; ` +
          "share DATA_DIR/payloads or set the same PAYLOAD_BUCKET for all processes";
    if (problem === reported) return;
    reported = problem;
    if (problem === undefined) logger.info("this process accepts feeds again: it uses the registered payload store");
    else logger.error(problem);
  }

  const everyMs = (config.ingestionLeaseSeconds * 1000) / 3;
  const looking = repeat(context, "failed to read which payload store is registered", look, { everyMs, atOnce: true });

  return {
    async check() {
      if (registered === undefined) await look();
      // Compares the identities on each call, because a folder gets a new identity when it is emptied or unmounted.
      if (registered?.store === (await payloads.identity())) return;
      throw new ServiceError(
        "unavailable",
        "this process does not accept feeds: its payload store differs from the registered store; /readyz shows both",
      );
    },
    problem: () => reported,
    close: (graceMs) => withinGrace(looking.close(), graceMs),
  };
}
