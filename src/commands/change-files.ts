import { parseJudgements, readText, type Judgements } from "../evaluation/judgements.js";
import { MissingDataError } from "../evaluation/missing-data.js";
import { CommandError } from "./command-error.js";
import { parseConfiguration } from "./storefront-command.js";
import { readTextFile } from "./text-file.js";

/** A configuration in a file. @throws CommandError that lists every mistake with its path */
export async function readConfiguration(path: string): Promise<unknown> {
  const text = await readTextFile(path).catch((error: unknown) => {
    throw new CommandError(`${path} cannot be read`, { cause: error });
  });
  return parseConfiguration(text).json;
}

/** Judgements in a file (CSV, plain or gzip). @throws CommandError */
export async function readJudgements(path: string): Promise<Judgements> {
  try {
    return parseJudgements(await readText(path));
  } catch (error) {
    const isMissing = error instanceof MissingDataError;
    throw new CommandError(isMissing ? `${path} is not there` : (error as Error).message, { cause: error });
  }
}
