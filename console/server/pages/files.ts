import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { inPackage } from "../../../src/package.js";

/** Folder of the built pages. */
const FOLDER = inPackage("dist/console/pages");

export interface ConsoleFiles {
  /** HTML document shared by all pages. The document refers to scripts and styles by file names with content hashes. */
  readonly document: string;
  /** Folder of the scripts, styles and other files that the document refers to. */
  readonly folder: string;
}

/** Reads the built pages of the console. Returns `undefined` if the pages have not been built. */
export async function readConsoleFiles(folder = FOLDER): Promise<ConsoleFiles | undefined> {
  const path = join(folder, "index.html");
  if (!existsSync(path)) return undefined;
  return { document: await readFile(path, "utf8"), folder: join(folder, "files") };
}
