import { once } from "node:events";
import type { Engine } from "../../src/engine/engine.js";
import { feed, insertLine } from "../../test/support/catalog.js";
import type { Serving } from "../../test/support/serving.js";
import { ingest, newClient } from "../shared/storefront.js";

/** To be preloaded by a service whose event loop is watched. */
export const EVENT_LOOP_PROBE = new URL("event-loop-probe.mjs", import.meta.url).href;

export interface Hold {
  readonly held_ms: number;
  /** How much of it was garbage collection. */
  readonly collecting_ms: number;
}

/** A storefront with a small catalogue, on a service whose event loop is watched from inside. */
export interface ProbedShop {
  readonly base_url: string;
  readonly client_id: string;
  readonly public_key: string;
  readonly private_key: string;
  /** Begins to watch. */
  readonly watch: () => void;
  /** For how long the event loop was held at most since then. */
  readonly held: () => Promise<Hold>;
}

const PRODUCTS = 200;

/** @param serving has preloaded `EVENT_LOOP_PROBE` */
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
      child.send("how long was it held");
      const [hold] = (await response) as [Hold];
      return hold;
    },
  };
}
