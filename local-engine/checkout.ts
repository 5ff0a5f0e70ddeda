import { inPackage } from "../src/package.js";

/** The sources of the local engine: the list of its jars, its launcher and its log configuration. */
export const ENGINE_SOURCE = inPackage("local-engine/java");

/** Downloaded and compiled files; may be deleted at any time and are then made again. */
export const ENGINE_CACHE = inPackage(".cache/engine");

/** Names the image that stands for the engine everywhere. */
export const COMPOSE_FILE = inPackage("docker-compose.yml");
