import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../support/browser.js";
import { sharedEngineUrl, useEngine } from "../support/engine.js";
import { exportsOfShops } from "../support/exports.js";
import { importOn, visitImportedShop } from "../support/imported-shop.js";
import { startService, type ServiceProcess } from "../support/process.js";

/** This suite takes minutes, so only `npm run test:long` runs it. `npm test` visits only two of the imported shops. */
describe("the pages of an imported shop", function () {
  const engineOf = useEngine();
  const environment: Record<string, string> = {};
  let service: ServiceProcess | undefined;
  let browser: Browser | undefined;
  let folder = "";

  before(async function () {
    this.timeout(300_000);
    environment.OPENSEARCH_URL = await sharedEngineUrl(this);
    environment.INDEX_PREFIX = engineOf.engine.prefix;
    service = await startService({ environment });
    browser = await launchBrowser();
    folder = await mkdtemp(join(tmpdir(), "vitrine-exports-"));
  });

  after(async () => {
    await browser?.close();
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  for (const [number, [name, text]] of exportsOfShops().entries()) {
    it(`the demo pages of a shop imported from ${name} request only fields that the file contains`, async () => {
      await writeFile(join(folder, name), text);
      const address = await importOn(service!, environment, join(folder, name), "--client", `export-${number}`);
      await visitImportedShop(browser!, name, address);
    });
  }
});
