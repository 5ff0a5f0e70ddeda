import { runProcess, untilSignal } from "./commands/run-process.js";
import { createProgram } from "./program.js";
import { parseConfig } from "./config.js";

await runProcess(() =>
  createProgram({
    config: () => parseConfig(process.env),
    privateKey: process.env["VITRINE_PRIVATE_KEY"],
    print: (text) => process.stdout.write(`${text}\n`),
    untilSignal,
  }).parseAsync(),
);
