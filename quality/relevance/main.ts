import { Command } from "commander";
import { CommandError } from "../../src/commands/command-error.js";
import { ConfigError } from "../../src/config.js";
import { EngineNotFoundError } from "../../local-engine/local-engine.js";
import { ServiceError } from "../../src/errors.js";
import { MissingDataError } from "./judgements.js";
import { importsCommand } from "./imports/command.js";
import { mannersCommand } from "./manners/command.js";
import { previewCommand } from "./preview/command.js";
import { recommendationsCommand } from "./recommendations/command.js";
import { searchCommand } from "./search/command.js";
import { tasteCommand } from "./taste/command.js";

class InterruptedError extends Error {
  override readonly message = "Interrupted.";
}

/** Classes of errors with messages for users. Other errors are bugs, and their stack is printed. */
const EXPECTED = [CommandError, ConfigError, EngineNotFoundError, MissingDataError, ServiceError, InterruptedError];

const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => interruption.abort(new InterruptedError()));
}

const program = new Command("evaluate")
  .description("Evaluates the ranking with recorded behaviour, simulated behaviour and judged queries.")
  .addCommand(tasteCommand(process.env, interruption.signal))
  .addCommand(recommendationsCommand(process.env, interruption.signal))
  .addCommand(searchCommand(process.env, interruption.signal))
  .addCommand(mannersCommand(process.env, interruption.signal))
  .addCommand(previewCommand(interruption.signal))
  .addCommand(importsCommand());

try {
  await program.parseAsync();
} catch (error) {
  const isExpected = EXPECTED.some((kind) => error instanceof kind);
  process.stderr.write(`${isExpected ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
  process.exitCode = 1;
}
