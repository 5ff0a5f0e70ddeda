import { readFile } from "node:fs/promises";
import { withoutByteOrderMark } from "../lib/byte-order-mark.js";

/** This cannot be done the way things are; the message is for the person at the terminal, without a stack. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** A file that somebody wrote, in UTF-8 with or without a byte order mark. @throws the system's error */
export const readTextFile = async (path: string): Promise<string> =>
  withoutByteOrderMark(await readFile(path)).toString("utf8");
