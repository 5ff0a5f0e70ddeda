/** Entry point of the process that reads an uploaded file, see `read-in-process.ts`. */
import process from "node:process";
import { ImportError } from "../../../packages/import/src/import-error.js";
import { readFile, type FilePreview, type ReadTask } from "./read-file.js";

/**
 * Message sent by the process that reads the uploaded file. `refused` is the reason why the file cannot be imported.
 */
export type ReaderMessage =
  { readonly bytes: number } | { readonly preview: FilePreview } | { readonly refused: string };

const send = (message: ReaderMessage, done?: () => void) => process.send?.(message, undefined, undefined, done);

process.once("message", (task: ReadTask) => {
  const end = () => process.disconnect();
  void readFile(task, (bytes) => send({ bytes })).then(
    (preview) => send({ preview }, end),
    (error: unknown) => {
      if (!(error instanceof ImportError)) throw error;
      send({ refused: error.message }, end);
    },
  );
});
// Exits when the service, which is the parent process, has ended.
process.once("disconnect", () => process.exit());
