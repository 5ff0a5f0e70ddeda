/**
 * Module preloaded into programs that tests start. When the test run exits for any reason, the program terminates as well. The IPC
 * channel to the test run does not keep the program alive.
 */
import process from "node:process";

process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
