import { expect } from "chai";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importAddress } from "../../../packages/import/command/import-address.js";
import { importCommand } from "../../../packages/import/command/import-command.js";
import type { ImportCommandOptions } from "../../../packages/import/command/import-options.js";
import { shopFile } from "../../../src/commands/instance.js";
import { getLive } from "../../../src/storefront/clients.js";
import { putConfiguration } from "../../support/publishing.js";
import { catalogAlias } from "../../../src/catalog/live.js";
import { countDocuments } from "../../../src/engine/search-documents.js";
import { fetchJson } from "../../support/http.js";
import { quietPorts } from "../../support/ports.js";
import { SHOP_TITLES } from "../../support/shop-titles.js";
import { CHECKOUT } from "../../support/process.js";
import { instanceConfig, useService } from "../../support/service.js";

const DEFAULTS: ImportCommandOptions = {
  suggest: false,
  dryRun: false,
  mode: "soft_replace",
  client: "my-shop",
  language: "english",
};
/** Import options without an explicit language. */
const REPORTED = { language: undefined };

/** Example files, each with a product that it contains and the category of this product. */
const SAMPLES = [
  { file: "shopify-csv/products_export.csv", id: "harbour-sweater", category: "Apparel & Accessories: Clothing" },
  { file: "shopify-json/products.json", id: "harbour-sweater", category: "Knitwear" },
  { file: "google-merchant/products.tsv", id: "harbour-sweater", category: "Women: Knitwear" },
  { file: "google-merchant/products.xml", id: "harbour-sweater", category: "Women: Knitwear" },
  { file: "woocommerce/wc-product-export.csv", id: "HARSWE", category: "Women: Knitwear" },
  { file: "csv/products.csv", id: "HARSWE", category: "Women: Knitwear" },
  { file: "json/products.json", id: "HARSWE", category: "Women: Knitwear" },
];

/** Identifier of a product in the example files. */
const ID = "harbour-sweater";

/** Returns the lines of a printed report that contain counts of lines, products and variants. */
const countsIn = (printed: string): readonly string[] => printed.match(/^ {2}(?:lines|products|variants) .*$/gm) ?? [];

describe("vitrine import", () => {
  const shop = useService();
  const folders: string[] = [];

  after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

  const configurationOf = async (client: string) => (await getLive(shop, client)).configuration;
  const config = () => instanceConfig(shop, { OPENSEARCH_URL: shop.engineUrl });
  const deps = (print: (text: string) => void, privateKey?: string) => ({
    config: config(),
    print,
    privateKey,
    address: () => Promise.resolve(shop.service.base_url),
  });

  async function run(file: string, options: Partial<ImportCommandOptions> = {}, privateKey?: string) {
    const printed: string[] = [];
    const path = file.startsWith("/") ? file : join(CHECKOUT, "packages/examples", file);
    const code = await importCommand(
      deps((text) => printed.push(text), privateKey),
      path,
      { ...DEFAULTS, ...options },
    );
    return { code, printed: printed.join("\n") };
  }

  async function fileOf(text: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), "vitrine-import-test-"));
    folders.push(folder);
    await writeFile(join(folder, "file"), text);
    return join(folder, "file");
  }

  async function search(client: string, body: object) {
    const keys = await shopFile(client).read(shop.dataDir);
    const response = await fetch(`${shop.service.base_url}/v2/recommendations/search?service_api_client=${client}`, {
      method: "POST",
      headers: { "X-SERVICE-API-KEY": keys?.public_key ?? "", "Content-Type": "application/json" },
      body: JSON.stringify({ user: { device_id: "test" }, ...body }),
    });
    expect(response.status).to.equal(200);
    return (await response.json()) as {
      readonly total: number;
      readonly items: readonly Readonly<Record<string, unknown>>[];
      readonly facets: readonly { readonly key: string; readonly type: string; readonly values: readonly object[] }[];
    };
  }

  for (const { file, id, category } of SAMPLES) {
    it(`\`vitrine import\` makes the products in examples/${file} searchable`, async () => {
      const client = file.replaceAll(/[^a-z]+/g, "-");
      const { code, printed } = await run(file, { client, ...REPORTED });
      expect(code, printed).to.equal(0);
      expect(printed).to.contain("language   english (English ");
      expect(printed)
        .to.contain("12 products, 38 variants")
        .and.to.contain(`The client ${client} was added with this configuration.`);
      const all = await search(client, { limit: 20, facets: { keys: ["*"], max_values: 9 } });
      expect(all.total).to.equal(12);
      const facets = new Map(all.facets.map(({ key, type, values }) => [key, { type, values }]));
      for (const key of ["categories", "designer", "color", "sizes", "price", "on_sale"]) {
        expect(facets.get(key)?.values, key).to.have.length.greaterThan(1);
      }
      const { items } = await search(client, {
        query: "harbour sweater moss",
        filters: { categories: category, color: "Moss", sizes: "M", price: { $lte: 119 } },
        projection: ["name", "designer", "price", "original_price", "color", "sizes", "images"],
        limit: 1,
      });
      const [found] = items;
      const { images, ...rest } = found ?? {};
      expect(rest).to.deep.equal({
        type: "product",
        product_identifier: id,
        variant_identifier: "HARSWE-MOS-M",
        name: "Harbour Sweater",
        designer: "Fernwick",
        price: 119,
        original_price: 149,
        color: "Moss",
        sizes: ["M"],
      });
      expect((images as string[])[0]).to.match(/^https:\/\/shop\.example\/pictures\/harbour-sweater-(?:moss|1)\.jpg$/);
    });
  }

  it("`vitrine import` deactivates products that are missing from a new version of the file", async () => {
    await run("csv/products.csv", { client: "again" });
    const before = await configurationOf("again");
    const text = await readFile(join(CHECKOUT, "packages/examples/csv/products.csv"), "utf8");
    const fewer = await fileOf(text.split("\n").filter((line) => !line.startsWith("TIDCAP")).join("\n")); // prettier-ignore
    const { code, printed } = await run(fewer, { client: "again" });
    expect(code).to.equal(0);
    expect(printed).to.contain("The configuration of again is unchanged").and.to.contain("1 deactivated");
    expect(await configurationOf("again")).to.deep.equal(before);
    expect((await search("again", { limit: 0 })).total).to.equal(11);
  });

  it("`vitrine import` asks for the language if the language of the product titles is uncertain", async () => {
    const titles = SHOP_TITLES["norwegian"] ?? [];
    const file = await fileOf(
      ["id,title,price", ...titles.map((title, at) => `p${at},${title},${at + 1}.50`)].join("\n"),
    );
    const columns = ["product_identifier=id", "variant_identifier=id", "price=price"];
    const error = await run(file, { client: "unsure", column: columns, ...REPORTED }).catch(
      (thrown: unknown) => thrown,
    );
    expect(String(error)).to.match(/language of the texts is uncertain \(\w+ \d+ %, \w+ \d+ %\)\.\n {5}--language \w+/);
    expect((await run(file, { client: "unsure", column: columns, dryRun: true, ...REPORTED })).printed).to.contain(
      "language   uncertain",
    );
    const { code, printed } = await run(file, { client: "unsure", column: columns, language: "norwegian" });
    expect(code, printed).to.equal(0);
    expect(await configurationOf("unsure")).to.include({ language: "norwegian" });
    expect((await run(file, { client: "unsure", column: columns, ...REPORTED })).code).to.equal(0);
  });

  it("`vitrine import` supports every language, even if the engine has no plugin for the language", async () => {
    const imported = await run("csv/products.csv", { client: "in-polish", language: "polish" });
    expect(imported.code, imported.printed).to.equal(0);
    expect(await configurationOf("in-polish")).to.include({ language: "polish" });
    expect((await search("in-polish", { query: "sweater", limit: 1 })).total).to.be.greaterThan(0);
    await run("csv/products.csv", { client: "plain" });
    await putConfiguration(shop, "plain", { language: "japanese" }, { author: "test" });
    expect(await configurationOf("plain")).to.include({ language: "japanese" });
    expect((await run("csv/products.csv", { client: "as-written", language: "other" })).code).to.equal(0);
    expect((await search("as-written", { query: "sweater", limit: 1 })).total).to.be.greaterThan(0);
  });

  it("Polish and Ukrainian products are found by inflected or unaccented words if the engine has no language plugins", async () => {
    const shops = {
      polish: {
        titles: ["Skórzane buty damskie", "Łóżko dziecięce z szufladą", "Zegarek męski srebrny", "Czerwona sukienka letnia"],
        queries: { "skórzany but": 0, "lozka dzieciece": 1, zegarki: 2, "zegarków męskich": 2, "czerwone sukienki": 3 },
      },
      ukrainian: {
        titles: ["Шкіряні черевики чоловічі", "Дерев'яний стіл кухонний", "Сумка жіноча червона", "Дзеркало в ґанок"],
        queries: { "шкіряний черевик": 0, "деревяні столи": 1, "червоні сумки": 2, "дзеркала ганок": 3 },
      },
    } as const;
    for (const [language, { titles, queries }] of Object.entries(shops)) {
      const rows = titles.map((title, at) => `p${at},${title},${at + 1}9.50`);
      const file = await fileOf(["id,title,price", ...rows, ""].join("\n"));
      const columns = ["product_identifier=id", "variant_identifier=id", "price=price"];
      const { code, printed } = await run(file, { client: `plain-${language}`, column: columns, ...REPORTED });
      expect(code, printed).to.equal(0);
      expect(await configurationOf(`plain-${language}`)).to.include({ language });
      const found: Record<string, unknown> = {};
      for (const query of Object.keys(queries)) {
        const { items } = await search(`plain-${language}`, { query, limit: 4 });
        found[query] = items.map((item) => item.product_identifier);
      }
      expect(found).to.deep.equal(Object.fromEntries(Object.entries(queries).map(([query, at]) => [query, [`p${at}`]])));
    }
  }); // prettier-ignore

  it("`vitrine import` rejects a partial export that would replace the whole catalogue", async () => {
    await run("csv/products.csv", { client: "part" });
    const text = await readFile(join(CHECKOUT, "packages/examples/csv/products.csv"), "utf8");
    const part = await fileOf(text.split("\n").slice(0, 7).join("\n"));
    const { code, printed } = await run(part, { client: "part" });
    expect(code).to.equal(1);
    expect(printed).to.contain("the file has 6 records, the previous file had 38").and.to.contain("--mode insert");
    expect((await search("part", { limit: 0 })).total).to.equal(12);
    expect((await run(part, { client: "part", mode: "insert" })).code).to.equal(0);
  });

  it("`vitrine import` rejects a file that would deactivate more than a tenth of the products", async () => {
    const rows = (from: number, to: number) =>
      ["id,name,price", ...Array.from({ length: to - from }, (_, at) => `${from + at},Mug ${from + at},9`), ""].join(
        "\n",
      );
    expect((await run(await fileOf(rows(0, 20)), { client: "tenth" })).code).to.equal(0);
    const other = await fileOf(rows(3, 23));
    const { code, printed } = await run(other, { client: "tenth" });
    expect(code).to.equal(1);
    expect(printed).to.contain("would deactivate 3 of 20 active products (15 %); the request allows 10 %");
    expect((await search("tenth", { query: "mug 0", limit: 0 })).total).to.equal(20);
    expect((await run(await fileOf(rows(2, 22)), { client: "tenth" })).code).to.equal(0);
    expect((await run(other, { client: "tenth", maxRemoved: 0.2 })).code).to.equal(0);
  });

  it("`vitrine import` reports the changes of each product in a dry run", async () => {
    const text = await readFile(join(CHECKOUT, "packages/examples/csv/products.csv"), "utf8");
    const client = "compared";
    await run("csv/products.csv", { client });
    const [header = "", ...rows] = text.trimEnd().split("\n");
    const changed = rows
      .filter((row) => !row.startsWith("TIDCAP"))
      .map((row) => (row.startsWith("HARSWE") ? row.replace(";119,00;", ";1,19;") : row));
    const added = changed.find((row) => row.startsWith("HARSWE"))?.replaceAll("HARSWE", "NEWSWE").replace("Harbour Sweater", "New Sweater") ?? "";
    const file = await fileOf([header, ...changed, added, ""].join("\n"));
    for (const mode of ["insert", "soft_replace"] as const) {
      const before = (await search(client, { limit: 0 })).total;
      const dry = await run(file, { client, mode, dryRun: true });
      expect(dry.code, dry.printed).to.equal(0);
      expect((await search(client, { limit: 0 })).total).to.equal(before);
      const real = await run(file, { client, mode });
      expect(countsIn(dry.printed)).to.deep.equal(countsIn(real.printed));
      if (mode === "soft_replace") expect(dry.printed).to.match(/^ {2}gone {7}\S.* \(TIDCAP\)$/m);
      else {
        expect(countsIn(dry.printed)[1]).to.match(/1 created, 1 updated, 10 unchanged, 0 deactivated/);
        expect(dry.printed).to.match(/^ {2}new {8}New Sweater \(NEWSWE\)$/m);
        expect(dry.printed).to.match(/^ {2}prices {5}1\.19 was 119\.00: Harbour Sweater \(HARSWE-/m);
        expect(dry.printed).to.match(/^Suspicious \d+ × a price that is at most a tenth of the original price\n {2}1\.19 was 149\.00: /m);
      }
    }
  }); // prettier-ignore

  it("`vitrine import` explains in a dry run why the file cannot be compared with the live catalogue", async () => {
    const unknown = await run("csv/products.csv", { client: "nobody", dryRun: true });
    expect([unknown.code, unknown.printed]).to.deep.equal([0, unknown.printed]);
    expect(unknown.printed).to.contain("Not compared with a live catalogue: no key of nobody was found");
    await run("csv/products.csv", { client: "half" });
    const text = await readFile(join(CHECKOUT, "packages/examples/csv/products.csv"), "utf8");
    const half = await fileOf(text.split("\n").slice(0, 20).join("\n"));
    const { code, printed } = await run(half, { client: "half", dryRun: true });
    expect(code).to.equal(1);
    expect(printed).to.contain("the file has 19 records, the previous file had 38: 50 % fewer");
    const allowed = await run(half, { client: "half", dryRun: true, maxRemoved: 0.9 });
    expect(allowed.printed).to.contain(
      "the file appears to be truncated: unlike the previous file, its last row has no line end",
    );
  });

  it("`vitrine import` accepts a missing line break at the end of the file, but not a truncated last value", async () => {
    const text = "id,name,color,care\n1,Mug,Blue,Dishwasher\n2,Bowl,Green,Hand wash\n";
    const client = "open-end";
    expect((await run(await fileOf(text), { client })).code).to.equal(0);
    expect((await run(await fileOf(text.trimEnd()), { client })).code).to.equal(0);
    const cut = await run(await fileOf(text.slice(0, -4)), { client });
    expect([cut.code, (await run(await fileOf(text.slice(0, -9)), { client })).code]).to.deep.equal([1, 1]);
    expect(cut.printed).to.contain("contains only the beginning of the field's value in the live catalogue. If the file is complete, end it with a line break");
  }); // prettier-ignore

  it("`vitrine import` reports a missing file or an unavailable service in one sentence", async () => {
    const failureOf = (work: Promise<unknown>) => work.then(() => "", (error: unknown) => (error as Error).message); // prettier-ignore
    expect(await failureOf(run("/nowhere/products.csv"))).to.equal("the file /nowhere/products.csv does not exist");
    expect(await failureOf(run(join(CHECKOUT, "packages/examples")))).to.equal(`${join(CHECKOUT, "packages/examples")} is a folder: expected a file`);
    const [port] = await quietPorts(1);
    const url = `http://127.0.0.1:${port}`;
    const dead = { ...deps(() => undefined, "sk_x"), address: () => Promise.resolve(url) };
    const failure = failureOf(importCommand(dead, join(CHECKOUT, "packages/examples/csv/products.csv"), DEFAULTS));
    expect(await failure).to.equal(`no response from ${url}: connection refused`);
  }); // prettier-ignore

  it("`vitrine import` exits with code 3 if it omitted rows of the file", async () => {
    const file = await fileOf("id,name,price\n1,Mug,9\n2,Bowl,8,7\n3,Cup,7\n");
    const { code, printed } = await run(file, { client: "left-out" });
    expect(code).to.equal(3);
    expect(printed).to.contain("Left out   1 × the row has more values than the file has columns");
    expect((await search("left-out", { limit: 0 })).total).to.equal(2);
  });

  it("`vitrine import` sends no data if the file cannot be read completely", async () => {
    const file = await fileOf('id,name,price\n1,Mug,9\n2,"Bowl,8\n');
    const failed = await run(file, { client: "broken" }).then(() => undefined, (error: unknown) => error); // prettier-ignore
    expect((failed as Error).message).to.match(/^line 3: an opening quote/);
    expect(await shopFile("broken").read(shop.dataDir)).to.equal(undefined);
  });

  it("`vitrine import` shows ten products with --dry-run, and prints a usable mapping with --suggest", async () => {
    const dry = await run("csv/products.csv", { dryRun: true, client: "dry" });
    expect(dry.code).to.equal(0);
    expect(dry.printed).to.match(/^ {2}Harbour Sweater +119\.00 \(was 149\.00\)$/m);
    expect(dry.printed.match(/https:\/\/shop\.example\/pictures/g)).to.have.length(10);
    expect(dry.printed).to.match(/^ {2}facets {5}Category \(tree\), Brand, Color, Size, Price \(range\)/m);
    expect(await shopFile("dry").read(shop.dataDir)).to.equal(undefined);
    const { printed } = await run("csv/products.csv", { suggest: true });
    const mapping = await fileOf(printed);
    expect((await run("csv/products.csv", { mapping, client: "mapped" })).code).to.equal(0);
    expect((await search("mapped", { limit: 0 })).total).to.equal(12);
  });

  it("`vitrine import` uses the client of the private key, even if the command names a different client", async () => {
    const keys = await shopFile("mapped").read(shop.dataDir);
    const { code, printed } = await run("json/products.json", { client: "never-made" }, keys?.private_key);
    expect(code).to.equal(0);
    expect(printed).to.contain("client mapped").and.not.to.contain("never-made");
  });

  it("`vitrine import` asks about ambiguous columns if it runs in a terminal, and otherwise fails with the options", async () => {
    const rows = Array.from({ length: 9 }, (_, at) => `s${at},Lamp ${at},${at}9.90,${at + 2}4.50\n`).join("");
    const file = await fileOf(`sku,name,price_eur,price_usd\n${rows}`);
    const refusal = await run(file, { client: "asked" }).catch((error: unknown) => (error as Error).message);
    expect(refusal)
      .to.contain("price: the file has prices in several currencies")
      .and.to.contain(" --column=price=price_eur");
    expect(await shopFile("asked").read(shop.dataDir)).to.equal(undefined);
    const suggested = JSON.parse((await run(file, { suggest: true })).printed) as Record<
      string,
      Record<string, unknown>
    >;
    expect(suggested["fields"]?.["price"]).to.equal(null);
    expect(suggested["open"]?.["price"]).to.deep.include({ rivals: ["price_eur", "price_usd"] });

    const requested: string[] = [];
    const printed: string[] = [];
    const prompt = (question: string) => Promise.resolve(requested.push(question) === 1 ? "2" : "");
    const withPerson = { ...deps((text) => printed.push(text)), prompt };
    expect(await importCommand(withPerson, file, { ...DEFAULTS, client: "asked" })).to.equal(0);
    expect(requested.map((question) => question.split(/[:?.]/, 1)[0])).to.deep.equal([
      "price",
      "The file has no currency",
    ]);
    expect(printed.join("\n")).to.match(/^ {2}price +← +price_usd/m);
    expect((await run(file, { column: ["price=price_eur"], client: "asked" })).printed).to.match(
      /^ {2}price +← +price_eur/m,
    );
  });

  it("`vitrine import` lists all open questions about a file in one error, with a command that answers them", async () => {
    const titles = SHOP_TITLES["norwegian"] ?? [];
    const rows = titles.map((title, at) => `${at};${title};9.50;${at % 2 === 0 ? "20%" : ""};/pictures/${at}.jpg`);
    const file = await fileOf(["sku;name;price;discount;image", ...rows, ""].join("\n"));
    const refusal = await run(file, { client: "all-questions", ...REPORTED }).catch((error: unknown) => (error as Error).message); // prettier-ignore
    expect((refusal as string).split("\n").filter((line) => !line.includes("language"))).to.deep.equal([
      "The file was not imported: 2 questions are open.",
      "  price: it is unclear whether price is the price before or after the discount in discount.",
      "     --column=price=price",
      "     --column=price=price:less-percent  the price before a percentage discount",
      "     --column=price=                    products have no price",
      "This command answers all questions with the first choices; change them if needed:",
      "The file also lacks this optional information:",
      "  --currency CODE       the currency of the prices, like EUR",
      "  --pictures ADDRESS    base URL of the images, which are paths without a host",
      "Alternatively, answer questions about columns in a mapping file:",
      `  vitrine import ${file} --suggest > mapping.json`,
      `  vitrine import ${file} --mapping mapping.json`,
    ]);
    expect(refusal).to.match(/^ {2}vitrine import \S+ --client all-questions --column=price=price --language \w+$/m);
    const column = ["price=price:less-percent"];
    const { code, printed } = await run(file, { client: "all-questions", column, language: "norwegian" });
    expect(code, printed).to.equal(0);
    expect(printed).to.contain("7.60 (was 9.50)");
  }); // prettier-ignore

  it("`vitrine import` rejects a file in which all prices are 0, unless the user accepts zero prices", async () => {
    const rows = Array.from({ length: 12 }, (_, at) => `s${at},Lamp ${at},0\n`).join("");
    const file = await fileOf(`sku,name,price\n${rows}`);
    const mapping = await fileOf(
      JSON.stringify({
        fields: {
          product_identifier: { from: ["sku"], as: "text" },
          title: { from: ["name"], as: "text" },
          price: { from: ["price"], as: "number" },
        },
      }),
    );
    const refusal = await run(file, { mapping, client: "free" }).catch((error: unknown) => (error as Error).message);
    expect(refusal).to.contain("12 of 12 prices are 0").and.to.contain("--accept zero-prices");
    expect(await shopFile("free").read(shop.dataDir)).to.equal(undefined);
    expect((await run(file, { mapping, accept: ["zero-prices"], client: "free" })).code).to.equal(0);
  });

  it("`vitrine import` downloads the file at a URL again only if the file has changed", async () => {
    const feed = await readFile(join(CHECKOUT, "packages/examples/google-merchant/products.xml"), "utf8");
    let etag = '"1"';
    const server = createServer((request, response) => {
      if (request.headers["if-none-match"] === etag) response.writeHead(304).end();
      else response.setHeader("ETag", etag).end(feed);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.xml`;
    const printed: string[] = [];
    const read = () =>
      importAddress(
        deps((text) => printed.push(text)),
        address,
        { ...DEFAULTS, client: "by-address", allowPrivate: true },
      );
    try {
      expect(await read()).to.equal(0);
      expect(printed[0]).to.match(/^http:\S+\/feed\.xml: Google Merchant/);
      printed.length = 0;
      expect(await read()).to.equal(0);
      expect(printed).to.deep.equal([`${address} has not changed since it was imported.`]);
      etag = '"2"';
      expect(await read()).to.equal(0);
      expect(printed).to.have.length.above(1);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  it("`vitrine import` keeps product updates that are newer than the file at a URL", async () => {
    const text = await readFile(join(CHECKOUT, "packages/examples/google-merchant/products.tsv"), "utf8");
    let written = "Mon, 05 Jan 2026 12:00:00 GMT";
    const server = createServer((_, response) => response.setHeader("Last-Modified", written).end(text));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.tsv`;
    const options = { ...DEFAULTS, client: "stays", allowPrivate: true };
    const read = () =>
      importAddress(
        deps(() => undefined),
        address,
        options,
      );
    try {
      expect(await read()).to.equal(0);
      const { private_key } = (await shopFile("stays").read(shop.dataDir)) as { private_key: string };
      const line = { operation: "delete", version: "2026-01-07T12:00:00Z", product_data: { product_identifier: ID } };
      const headers = { "X-SERVICE-API-KEY": private_key };
      const lines = { method: "POST", headers, body: JSON.stringify(line) };
      expect((await fetchJson(`${shop.service.base_url}/v1/products`, lines)).status).to.be.oneOf([200, 202]);
      const isSold = async () => {
        const alias = catalogAlias(shop.engine, "stays");
        return (
          (await countDocuments(shop.engine, alias, {
            bool: { filter: [{ ids: { values: [ID] } }, { term: { active: true } }] },
          })) === 1
        );
      };
      written = "Tue, 06 Jan 2026 12:00:00 GMT";
      expect(await read()).to.equal(0);
      expect(await isSold()).to.equal(false);
      written = "Thu, 08 Jan 2026 12:00:00 GMT";
      expect(await read()).to.equal(0);
      expect(await isSold()).to.equal(true);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});
