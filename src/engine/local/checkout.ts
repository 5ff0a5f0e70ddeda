import { inPackage } from "../../package.js";

/** What the local engine is made from: the list of its jars, its launcher and its logging. */
export const ENGINE_SOURCE = inPackage("scripts/engine");

/** What was fetched and compiled; may be deleted at any time and comes back. */
export const ENGINE_CACHE = inPackage(".cache/engine");

/** Names the image that stands for the engine everywhere. */
export const COMPOSE_FILE = inPackage("docker-compose.yml");
