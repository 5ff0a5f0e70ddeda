import type { Config } from "../config.js";
import { createEngine, type Engine } from "../engine/engine.js";
import { refuseUnusableData } from "../engine/migrations/index-survey.js";
import { TEMPLATES_FOLDER } from "../engine/templates.js";
import { findRunningEngine } from "../../local-engine/running-engine.js";
import { CommandError } from "./command-error.js";

/**
 * Runs a command on the engine of OPENSEARCH_URL, else on the one a service with this DATA_DIR uses right now.
 * @param takes `any`: the command itself judges what is there
 */
export async function connected<T>(
  config: Config,
  command: (engine: Engine) => Promise<T>,
  takes: "usable" | "any" = "usable",
): Promise<T> {
  const url = config.opensearchUrl ?? (await findRunningEngine(config.dataDir));
  if (url === undefined) {
    throw new CommandError(
      `no engine runs with the data folder ${config.dataDir}: start the service (npm start), set DATA_DIR, or set OPENSEARCH_URL`,
    );
  }
  const engine = createEngine({ url, prefix: config.indexPrefix, requestTimeoutMs: config.opensearchTimeoutMs });
  try {
    if (takes === "usable") await refuseUnusableData(engine, TEMPLATES_FOLDER);
    return await command(engine);
  } finally {
    await engine.close();
  }
}
