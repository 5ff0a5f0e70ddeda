import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Returns the folder of `package.json`. The sources and the build output, which is one level deeper, have the same package folder. */
function packageFolder(): URL {
  for (let folder = new URL("./", import.meta.url); ; folder = new URL("../", folder)) {
    if (existsSync(new URL("package.json", folder))) return folder;
    if (folder.pathname === "/") throw new Error("package.json is missing");
  }
}

const PACKAGE_FOLDER = packageFolder();

/** Returns the path of a file or folder of the package: templates, configuration, scripts. */
export const inPackage = (path: string): string => fileURLToPath(new URL(path, PACKAGE_FOLDER));

/** Returns the version of the service. */
export function packageVersion(): string {
  return (JSON.parse(readFileSync(inPackage("package.json"), "utf8")) as { readonly version: string }).version;
}
