/**
 * Loaded before a program that a test starts: when the test run is gone, however it ended, the program is asked to end
 * as well. Its channel to the test run does not keep it alive.
 */
import process from "node:process";

process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
