import { inPackage } from "../src/package.js";

/** Sources of the local engine: its dependencies (POM), launcher and log configuration. */
export const ENGINE_SOURCE = inPackage("local-engine/java");

/** Folder of downloaded and compiled files. The folder can be deleted at any time and is then created again. */
export const ENGINE_CACHE = inPackage(".cache/engine");

/** Compose file that specifies the container image of the search engine. */
export const COMPOSE_FILE = inPackage("docker-compose.yml");
