import { fork } from "node:child_process";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { ServiceError } from "../../../src/errors.js";
import type { FilePreview, ReadTask } from "./read-file.js";
import type { ReaderMessage } from "./reader.js";

const EXTENSION = extname(fileURLToPath(import.meta.url));
const READER = fileURLToPath(new URL(`./reader${EXTENSION}`, import.meta.url));

/** Memory limit of the process that reads a file, in megabytes. A file of 200 MB needs less than half of this limit. */
const MAX_MEGABYTES = 1_024;
/** Maximum time for reading a file, in milliseconds. A file of 200 MB takes less than a minute. */
const MAX_MS = 600_000;

/**
 * Reads an uploaded file in a process of its own, so that a hostile file can neither block requests of shoppers nor use
 * up the memory of the service.
 * @param onBytes callback that receives the number of bytes read so far
 * @throws {ServiceError} `validation_error` with the reason why the file cannot be imported; the reason of `signal`
 */
export async function readInProcess(
  task: ReadTask,
  onBytes: (read: number) => void,
  signal: AbortSignal,
): Promise<FilePreview> {
  signal.throwIfAborted();
  const loader = EXTENSION === ".ts" ? ["--import", "tsx"] : [];
  const child = fork(READER, {
    execArgv: [...loader, `--max-old-space-size=${MAX_MEGABYTES}`],
    // The process inherits no environment variables, because they may contain secrets.
    env: {},
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    signal,
    timeout: MAX_MS,
    killSignal: "SIGKILL",
  });
  return new Promise((resolve, reject) => {
    child.on("message", (message: ReaderMessage) => {
      if ("bytes" in message) onBytes(message.bytes);
      else if ("preview" in message) resolve(message.preview);
      else reject(refusal(message.refused));
    });
    child.once("error", reject);
    // This rejection has no effect if the process has already sent a result.
    child.once("exit", () =>
      reject(
        refusal("importing the file takes too much time or memory. Split the file, or use the command vitrine import"),
      ),
    );
    child.send(task);
  });
}

/**
 * Creates the error for a file that cannot be imported.
 * @param reason error text; the name of a command-line option at the start of the text is removed
 */
const refusal = (reason: string): ServiceError =>
  new ServiceError("validation_error", `The file cannot be imported: ${reason.replace(/^--column /, "")}`, {
    field: "file",
  });
