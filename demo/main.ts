import { runProcess, untilSignal } from "../src/commands/run-process.js";
import { parseConfig } from "../src/config.js";
import { start } from "./start.js";

await runProcess(async () => untilSignal(await start(parseConfig(process.env)), 0));
