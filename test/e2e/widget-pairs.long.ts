import { expect } from "chai";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../support/browser.js";
import { useService } from "../support/service.js";
import { WIDGETS } from "../support/widget-pairs.js";
import { SHOP_NAMES, widgetPage } from "../support/widget-shops.js";

/**
 * This suite takes minutes, so `npm test` contains only a short form of it. Run with `npm run test:long --
 * test/e2e/widget-pairs.long.ts`.
 */
describe("every pair of InstantSearch widgets", function () {
  this.timeout(1_800_000);
  const running = useService({ READ_DEADLINE_MS: "30000", READ_CONCURRENCY: "0" });
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());

  for (const shop of SHOP_NAMES) {
    it(`each pair of InstantSearch widgets shows the service's results before and after a facet selection (${shop} shop)`, async () => {
      const page = await widgetPage(running, browser, shop);
      const wrong: string[] = [];
      const started = performance.now();
      let pairs = 0;
      try {
        for (const one of WIDGETS) {
          for (const other of WIDGETS) {
            if (one === other) continue;
            pairs += 1;
            wrong.push(...(await page.check([one, other], one)));
          }
        }
        for (const one of WIDGETS) wrong.push(...(await page.check(WIDGETS, one)));
      } finally {
        await page.close();
      }
      const seconds = Math.round((performance.now() - started) / 1_000);
      process.stdout.write(
        `      ${pairs} pairs and ${WIDGETS.length} times all at once, each with a choice, ${seconds} s, ${wrong.length} wrong\n`,
      );
      expect(wrong.join("\n")).to.equal("");
      expect(page.problems).to.deep.equal([]);
    });
  }
});
