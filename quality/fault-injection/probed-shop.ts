import { once } from "node:events";
import type { Engine } from "../../src/engine/engine.js";
import { feed, insertLine } from "../../test/support/catalog.js";
import type { Serving } from "../../test/support/serving.js";
import { ingest, newClient } from "../shared/storefront.js";

/** Module to preload into a service whose event loop is measured. */
export const EVENT_LOOP_PROBE = new URL("event-loop-probe.mjs", import.meta.url).href;

export interface Hold {
  readonly held_ms: number;
  /** Duration in milliseconds of garbage collection within the blocking time. */
  readonly collecting_ms: number;
}

/** A storefront with a small catalogue on a service with the event loop probe. */
export interface ProbedShop {
  readonly base_url: string;
  readonly client_id: string;
  readonly public_key: string;
  readonly private_key: string;
  /** Starts a measurement of the event loop. */
  readonly watch: () => void;
  /** Returns the longest blocking time since the start of the measurement. */
  readonly held: () => Promise<Hold>;
}

const PRODUCTS = 200;

/**
 * Creates a shop with 200 products and measures how long requests block the event loop.
 * @param serving process with the preloaded `EVENT_LOOP_PROBE`
 */
export async function openProbedShop(engine: Engine, serving: Serving): Promise<ProbedShop> {
  const client = await newClient(engine, "probed");
  const lines = Array.from({ length: PRODUCTS }, (_, at) =>
    insertLine(`p${at}`, undefined, {
      title: `Red shirt ${at}`,
      designer: `Brand ${at % 20}`,
      price: at,
      color: "Red",
      sizes: ["S", "M"],
      categories: [`Clothing: Kind ${at % 7}`],
    }),
  );
  await ingest(serving, client, feed(...lines), "soft_replace");
  const { child, url } = serving;
  return {
    ...client,
    base_url: url,
    watch: () => void child.send("watch the event loop"),
    async held() {
      const response = once(child, "message");
      child.send("report the time for which the event loop was blocked");
      const [hold] = (await response) as [Hold];
      return hold;
    },
  };
}
