import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { expect } from "chai";
import { cruise, type ICruiseOptions, type ICruiseResult, type IForbiddenRuleType } from "dependency-cruiser";

const { default: rules } = (await import(new URL("../../.dependency-cruiser.mjs", import.meta.url).href)) as {
  readonly default: { readonly forbidden: IForbiddenRuleType[] };
};

describe("dependency check between layers", () => {
  let folder = "";
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "layers-"));
  });
  after(() => rm(folder, { recursive: true }));

  /** Returns the names of the layer rules that an import of module `to` in module `from` violates. */
  async function broken(from: string, to: string): Promise<string[]> {
    const at = await mkdtemp(join(folder, "checkout-"));
    const imported = `./${relative(dirname(from), to).replace(/\.ts$/, ".js")}`;
    for (const [path, text] of [
      [to, "export const value = 1;\n"],
      [from, `export { value } from "${imported}";\n`],
    ] as const) {
      await mkdir(join(at, dirname(path)), { recursive: true });
      await writeFile(join(at, path), text);
    }
    const options: ICruiseOptions = { baseDir: at, validate: true, ruleSet: { forbidden: rules.forbidden } };
    const { output } = await cruise([from, to], options);
    const names = (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name);
    return names.filter((name) => name.includes("layer"));
  }

  for (const [from, to, expected] of [
    ["src/catalog/product.ts", "src/lib/cache.ts", []],
    ["src/commands/serve.ts", "local-engine/launch.ts", []],
    ["src/search/text/text-query.ts", "src/search/sort.ts", []],
    ["src/lib/cache.ts", "src/catalog/product.ts", ["src/lib-imports-lower-layers"]],
    ["src/http/server.ts", "src/app.ts", ["src/http-imports-lower-layers"]],
    ["src/engine/bulk.ts", "src/filters/parse.ts", ["src/engine-imports-lower-layers"]],
    ["console/server/routes.ts", "src/composition/foundation.ts", ["console/server-imports-lower-layers"]],
    ["src/catalog/product.ts", "src/new/file.ts", ["in-a-layer"]],
  ] as const) {
    it(`the dependency check ${expected.length === 0 ? "allows" : "forbids"} an import of ${to} in ${from}`, async () => {
      expect(await broken(from, to)).to.deep.equal(expected);
    });
  }
});
