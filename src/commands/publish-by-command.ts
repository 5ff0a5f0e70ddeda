import { createLiveCatalogs } from "../catalog/live.js";
import type { Engine } from "../engine/engine.js";
import { ServiceError } from "../errors.js";
import { lossLines } from "../publishing/in-words.js";
import { publishConfiguration } from "../publishing/publish.js";
import type { Review } from "../publishing/review.js";
import { COMMAND_LINE } from "../storefront/publications.js";
import { CommandError } from "./command-error.js";

export interface ByCommand {
  readonly clientId: string;
  readonly configuration: unknown;
  /** Of `--accept-losses`. */
  readonly acceptLosses: string | undefined;
}

const SHOWN = 20;

/** Puts a configuration in force. @throws CommandError that says what shoppers would lose, and how to accept that */
export async function publishByCommand(
  engine: Engine,
  { clientId, configuration, acceptLosses }: ByCommand,
): Promise<void> {
  const request = { author: COMMAND_LINE, accept_losses: acceptLosses };
  try {
    await publishConfiguration(
      { engine, now: () => Date.now(), liveCatalogs: createLiveCatalogs(engine) },
      clientId,
      configuration,
      request,
    );
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { context } = error;
    throw context?.["reason"] === "losses"
      ? refusal(context as unknown as Review, error)
      : new CommandError(error.message, { cause: error });
  }
}

function refusal({ losses, accept_losses }: Review, cause?: Error): CommandError {
  const lines = losses === null ? [] : lossLines(losses);
  const more = lines.length - SHOWN;
  return new CommandError(
    [
      "The configuration was not put in force. Shoppers would lose:",
      ...lines.slice(0, SHOWN).map((line) => `  ${line}`),
      ...(more > 0 ? [`  … and ${more.toLocaleString("en")} more listings and searches`] : []),
      `Whoever means it repeats the command with --accept-losses ${accept_losses}`,
    ].join("\n"),
    cause === undefined ? {} : { cause },
  );
}
