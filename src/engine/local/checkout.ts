import { fileURLToPath } from "node:url";

/** A file or folder of the checkout; this one lies equally deep in `src` and in `dist`. */
const inCheckout = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** What the local engine is made from: the list of its jars, its launcher and its logging. */
export const ENGINE_SOURCE = inCheckout("scripts/engine");

/** What was fetched and compiled; may be deleted at any time and comes back. */
export const ENGINE_CACHE = inCheckout(".cache/engine");

/** Names the image that stands for the engine everywhere. */
export const COMPOSE_FILE = inCheckout("docker-compose.yml");
