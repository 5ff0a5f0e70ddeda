import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { inPackage } from "../../../src/package.js";

const FOLDERS = ["src", "console/server", "demo", "packages/import/command"];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(inPackage(folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => ({ path: join(folder, name), text: readFileSync(inPackage(join(folder, name)), "utf8") })),
);

/** Returns the files that import a name, except type imports. */
const importersOf = (name: string, module: string): string[] =>
  files
    .filter(({ text }) => {
      const imports = text.matchAll(/^import \{([^}]*)\} from "([^"]*)";/gm);
      return [...imports].some(([, names = "", from = ""]) => {
        const imported = names.split(",").map((one) => one.trim());
        return from.endsWith(`/${module}`) && imported.includes(name);
      });
    })
    .map(({ path }) => path)
    .sort();

const mentioning = (pattern: RegExp): string[] =>
  files
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .sort();

// test/integration/publishing/ways.test.ts tests every call of publish, so new calls must be added to that test.
describe("publish", () => {
  it("the function `publish` is called only by the console and by the publishing routes", () => {
    expect(importersOf("publish", "publishing/index.js")).to.deep.equal([
      "console/server/drafts/publish.ts",
      "console/server/experiments/experiments.ts",
    ]);
    expect(importersOf("publishConfiguration", "publish.js")).to.deep.equal(["src/publishing/routes.ts"]);
  });

  it("the function `publish` makes all changes to a stored API client, except changes of API keys", () => {
    expect(mentioning(/\bchangeClient\b/)).to.deep.equal([
      "src/publishing/publish.ts",
      "src/storefront/write-client.ts",
    ]);
    expect(importersOf("changeKeys", "write-client.js")).to.deep.equal(["src/storefront/clients.ts"]);
    expect(mentioning(/\bclientsIndex\(/)).to.deep.equal([
      "src/storefront/clients.ts",
      "src/storefront/directory.ts",
      "src/storefront/write-client.ts",
    ]);
    const { text } = files.find(({ path }) => path === "src/storefront/clients.ts")!;
    const writes = [...text.matchAll(/\b(?:put|change|delete)Document\(.*$/gm)].map(([call]) => call);
    expect(writes).to.deep.equal(['putDocument(deps.engine, indexOf(deps), client_id, stored, "absent", true);']);
  });
});
