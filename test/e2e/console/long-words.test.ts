import { getLive } from "../../../src/storefront/clients.js";
import type { OpenedDraft } from "../../../console/server/drafts/draft.js";
import { signIn } from "../../support/console-session.js";
import { expectNoSidewaysScroll, useConsole, WIDTHS } from "../../support/console.js";
import { putConfiguration } from "../../support/publishing.js";

/** Long words that browsers do not break by default. */
const TITLE = "Titelohneleerzeichen".repeat(15);
const NAME = "Regelnamen".repeat(10);
const ID = "long-title";

describe("long words without break points in the console", () => {
  const suite = useConsole();

  before("add a product with such a title and a rule with such a name", async () => {
    const { storefront, shop } = suite;
    const product_data = {
      product_identifier: ID,
      variant_identifier: ID,
      title: TITLE,
      designer: TITLE,
      categories: [TITLE],
      price: 10,
      active: true,
    };
    await storefront.ingest([{ operation: "insert", product_data }], "insert");
    const { configuration } = await getLive(shop, storefront.client_id);
    const rule = { key: NAME, action: "pin", product: ID, position: 1 } as const;
    const now = () => new Date();
    await putConfiguration({ engine: shop.engine, now }, storefront.client_id, { ...configuration, rules: [rule] }, { author: NAME, note: NAME }); // prettier-ignore
    const session = await signIn(shop.services[0]!, storefront.private_key, "Ben");
    const { data } = await session<OpenedDraft>("POST", "drafts", { title: TITLE.slice(0, 200) });
    const rules = [{ ...rule, position: 2, when: { queries: [TITLE], categories: [TITLE] } }, { ...rule, key: `2${NAME.slice(1)}` }]; // prettier-ignore
    const change = {
      title: data.title,
      version: data.version,
      base: data.base.publication,
      configuration: { ...data.configuration, rules },
    };
    await session("PUT", `drafts/${data.id}`, change);
    for (const device_id of ["one", "two"]) await storefront.search({ user: { device_id }, query: TITLE });
  });

  it("the console wraps long words at the edge of a narrow window", async () => {
    const { page, open } = await suite.open("/console/changes?tab=drafts", { width: WIDTHS.narrow });
    await page.getByRole("button", { name: `Open ${TITLE.slice(0, 200)}` }).click();
    await page.getByText(/^Last changed by/).waitFor();
    for (const path of [
      "",
      "/preview",
      `/preview?query=${TITLE}`,
      "/rules",
      "/changes",
      "/changes?tab=drafts",
      "/changes?tab=versions",
      "/analytics",
      `/catalog/${ID}`,
    ]) {
      await open(`/console${path}`);
      await page.waitForLoadState("networkidle");
      await expectNoSidewaysScroll(page);
    }
    // The page contains the complete title.
    await page.getByRole("heading", { name: TITLE }).waitFor();
  });
});
