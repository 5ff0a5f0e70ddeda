import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder of `package.json`: the same for sources and for what the build makes of them, which lies one level deeper. */
function packageFolder(): URL {
  for (let folder = new URL("./", import.meta.url); ; folder = new URL("../", folder)) {
    if (existsSync(new URL("package.json", folder))) return folder;
    if (folder.pathname === "/") throw new Error("package.json is missing");
  }
}

const PACKAGE_FOLDER = packageFolder();

/** The path of a file or folder that ships beside the sources: templates, configuration, scripts. */
export const inPackage = (path: string): string => fileURLToPath(new URL(path, PACKAGE_FOLDER));

/** The service's own version. */
export function packageVersion(): string {
  return (JSON.parse(readFileSync(inPackage("package.json"), "utf8")) as { readonly version: string }).version;
}
