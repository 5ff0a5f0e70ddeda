import { parseConfiguration } from "../../packages/import/command/storefront-command.js";
import { readTextFile } from "../../src/commands/command-error.js";
import { MissingDataError } from "./judgements.js";

/**
 * Reads storefront settings from a file.
 * @throws {MissingDataError} if the file does not exist
 * @throws {CommandError} listing all validation errors if the settings are invalid
 */
export async function readSettings(path: string): Promise<Record<string, unknown>> {
  const text = await readTextFile(path).catch((error: unknown) => {
    throw new MissingDataError(`${path} cannot be read`, { cause: error });
  });
  return parseConfiguration(text).json as Record<string, unknown>;
}
