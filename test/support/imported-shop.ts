import { execFile } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { expect } from "chai";
import type { Browser } from "playwright-core";
import { CHECKOUT, type ServiceProcess } from "./process.js";
import { visitor } from "./visitor.js";

/**
 * Imports an export file with the import command in the environment of a running service.
 * @returns the address of the shop's pages
 */
export async function importOn(
  { demo, dataDir }: ServiceProcess,
  environment: Readonly<Record<string, string>>,
  file: string,
  ...options: readonly string[]
): Promise<string> {
  const script = join(CHECKOUT, "scripts/vitrine.mjs");
  const env = { ...process.env, DATA_DIR: dataDir, ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, [script, "import", file, ...options], { env });
  const [, address = ""] = /^See it +(\S+)$/m.exec(stdout) ?? [];
  expect(address).to.include(demo.base_url);
  return address;
}

/** Visits the pages of an imported shop by deep link, reload and click, and expects that no request fails. */
export async function visitImportedShop(browser: Browser, name: string, address: string): Promise<void> {
  const one = await visitor(browser, { base: address });
  await one.page.route(/^https?:\/\/(?!127\.0\.0\.1|localhost)/, (route) => route.abort());
  const refused: string[] = [];
  one.page.on("response", (response) => {
    const isMissingPage = response.request().isNavigationRequest() && response.status() === 404;
    if (response.status() >= 400 && !isMissingPage) refused.push(`${response.status()} ${response.url()}`);
  });
  /** Opens a page and reloads it. */
  const look = async (path: string) => {
    await one.open(address.slice(0, -1) + path);
    await one.page.reload();
    await one.settled();
    const shown = await one.page.locator("h1").innerText();
    expect(shown, `${name} ${path}`).to.match(/\S/).and.not.to.equal("This address is not valid");
  };
  await look("/");
  const hrefs = await one.page.evaluate<string[]>(
    `[...document.querySelectorAll(".grid .card a")].map((a) => a.pathname + a.search)`,
  );
  const products = [...new Set(hrefs)].slice(0, 1).map((href) => href.replace(/^\/shops\/[^/]+/, ""));
  expect(products.length, name).to.be.greaterThan(0);
  for (const path of products) await look(path);
  expect(await one.page.locator("article.product h1").count(), name).to.equal(1);
  for (const path of ["/search?q=harbour", "/new", "/sale", "/cart", "/p/gone"]) await look(path);
  await look("/search?q=&f.color=Oat&f.nothing=x&r.price=10..&r.color=1..&sort=nothing");

  await one.open(address);
  const places = one.page.locator(".places a");
  for (let at = 0; at < (await places.count()); at += 1) {
    await places.nth(at).click();
    await one.settled();
  }
  const filter = one.page.locator(".facet input[type=checkbox]").first();
  if ((await filter.count()) > 0) await filter.click();
  await one.settled();
  const orders = await one.page.locator("#sort option").count();
  await one.page.locator("#sort").selectOption({ index: orders - 1 });
  await one.settled();
  await one.page.locator(".grid .card a").first().click();
  await one.page.waitForSelector("article.product");
  await one.page.locator("#search-field").pressSequentially("har");
  const suggestion = one.page.getByRole("option").first();
  await suggestion.waitFor();
  await suggestion.click();
  await one.settled();
  expect(refused, name).to.deep.equal([]);
  expect(one.problems, name).to.deep.equal([]);
  await one.close();
}
