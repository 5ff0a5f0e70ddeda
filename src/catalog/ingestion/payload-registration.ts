import { type Context, repeat } from "../../context.js";
import { changeDocument } from "../../engine/documents.js";
import { stateIndex } from "../../engine/indices.js";
import { ServiceError } from "../../errors.js";
import { withinGrace } from "../../lib/periodic.js";
import type { PayloadStore } from "./payloads.js";

/** Registers the one store of payloads that all processes of an installation must use. */
export interface PayloadRegistration {
  /** @throws ServiceError unavailable while another store is registered; EngineUnavailableError while it is not known */
  check(): Promise<void>;
  /** Why this process refuses feeds, for operators; undefined while it accepts them. */
  problem(): string | undefined;
  /** Gives up waiting for an engine that does not answer after `graceMs`. */
  close(graceMs?: number): Promise<void>;
}

interface Registered {
  readonly store: string;
  readonly location: string;
  /** Rises while a process with this store runs, so that others see it without comparing clocks. */
  readonly beat: number;
}

const REGISTRATION_ID = "payload-store";
/** Looks without a new beat after which a store is replaced: its folder is lost, or the settings have changed. */
const PATIENCE = 15;

/**
 * The first store is registered as long as a process with it runs. A process with another store refuses feeds.
 * @param location the store of this process, as logs and `/readyz` name it
 */
export function registerPayloadStore(context: Context, payloads: PayloadStore, location: string): PayloadRegistration {
  const { engine, config, logger } = context;
  let registered: Registered | undefined;
  /** Consecutive looks that found the same beat. */
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
        : `this process refuses feeds: it keeps payloads in ${location}, and the registered store is ${found.location}; ` +
          "share DATA_DIR/payloads or set the same PAYLOAD_BUCKET for all processes";
    if (problem === reported) return;
    reported = problem;
    if (problem === undefined) logger.info("the payload store of this process is the registered one");
    else logger.error(problem);
  }

  const everyMs = (config.ingestionLeaseSeconds * 1000) / 3;
  const looking = repeat(context, "the registered payload store cannot be read", look, { everyMs, atOnce: true });

  return {
    async check() {
      if (registered === undefined) await look();
      // A folder that was emptied or unmounted is another store at once.
      if (registered?.store === (await payloads.identity())) return;
      throw new ServiceError(
        "unavailable",
        "this process does not accept feeds: its payload store is not the registered one; its operators find both in /readyz",
      );
    },
    problem: () => reported,
    close: (graceMs) => withinGrace(looking.close(), graceMs),
  };
}
