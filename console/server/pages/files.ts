import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { inPackage } from "../../../src/package.js";

/** Where the build puts them. */
const FOLDER = inPackage("dist/console/pages");

export interface ConsoleFiles {
  /** The document that all pages share; it names its files by their hashes. */
  readonly document: string;
  /** The folder of those files. */
  readonly folder: string;
}

/** @returns undefined where the pages have not been built */
export async function readConsoleFiles(folder = FOLDER): Promise<ConsoleFiles | undefined> {
  const path = join(folder, "index.html");
  if (!existsSync(path)) return undefined;
  return { document: await readFile(path, "utf8"), folder: join(folder, "files") };
}
