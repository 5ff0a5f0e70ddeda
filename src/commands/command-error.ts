import { readFile } from "node:fs/promises";
import { withoutByteOrderMark } from "../lib/byte-order-mark.js";

/** An expected failure of a command. The message is written for the user and shown without a stack trace. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/**
 * Reads a file in UTF-8, with or without a byte order mark.
 * @throws the error of the file system
 */
export const readTextFile = async (path: string): Promise<string> =>
  withoutByteOrderMark(await readFile(path)).toString("utf8");
