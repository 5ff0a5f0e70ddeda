import { readFile } from "node:fs/promises";
import { withoutByteOrderMark } from "../lib/byte-order-mark.js";

/** A file that somebody wrote, in UTF-8 with or without a byte order mark. @throws the system's error */
export const readTextFile = async (path: string): Promise<string> =>
  withoutByteOrderMark(await readFile(path)).toString("utf8");
