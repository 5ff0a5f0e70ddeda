import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { SearchkitOrder } from "./searchkit-process.js";

export interface SearchkitServer {
  readonly url: string;
  readonly pid: number;
  close(): Promise<void>;
}

const VERSION = "4.16.0";
/** Folder in which Searchkit is installed, excluded from version control. */
const FOLDER = fileURLToPath(new URL(`../../.cache/searchkit-${VERSION}`, import.meta.url));
const PROGRAM = fileURLToPath(new URL("searchkit-process.ts", import.meta.url));

/** Starts Searchkit in front of an engine as a separate process. Installs it from npm on first use. */
export async function startSearchkit(engineUrl: string): Promise<SearchkitServer> {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(
    join(FOLDER, "package.json"),
    JSON.stringify({ private: true, dependencies: { searchkit: VERSION } }),
  );
  const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  await promisify(execFile)("npm", install, { cwd: FOLDER });
  const child = fork(PROGRAM, { execArgv: ["--import", "tsx"] });
  const ended = once(child, "exit");
  const order: SearchkitOrder = { folder: FOLDER, engineUrl };
  child.send(order);
  const [url] = (await Promise.race([
    once(child, "message"),
    ended.then(() => {
      throw new Error("Searchkit exited before it was ready");
    }),
  ])) as [string];
  return {
    url,
    pid: child.pid as number,
    async close() {
      child.disconnect();
      await ended;
    },
  };
}
