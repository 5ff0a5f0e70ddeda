import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { demoFeed } from "../../demo/catalogue/feed.js";
import { DEMO_ATTRIBUTES, type ShopAttributes } from "../../packages/instantsearch/example/attributes.js";
import { serveExamples } from "../../scripts/example-pages.js";
import { importCommand } from "../../packages/import/command/import-command.js";
import { inPackage } from "../../src/package.js";
import { addClient, type AddedClient } from "../../src/storefront/clients.js";
import { seeded } from "../../demo/random.js";
import { fetchJson } from "./http.js";
import { quietPorts } from "./ports.js";
import { instanceConfig, type SuiteInstallation } from "./service.js";
import { storefrontOf } from "./shop.js";
import { openContext } from "./browser.js";
import { READER, widgetPairs, type WidgetShop } from "./widget-pairs.js";
import type { Service } from "../../src/bootstrap.js";

type Running = SuiteInstallation & { readonly service: Service };

/** Creates a client with a part of the demo catalogue that is large enough for widget tests. */
export async function demoShop(running: Running, lines = 1_500): Promise<AddedClient> {
  const configuration: unknown = JSON.parse(await readFile(inPackage("demo/storefront.json"), "utf8"));
  // The demo client accepts requests from any page of this machine.
  const access = await addClient({ engine: running.engine, now: () => new Date() }, { name: "demo", configuration });
  const fed = [...demoFeed()].slice(0, lines).map((line) => JSON.parse(line) as object);
  await storefrontOf(access, () => running.service).ingest(fed, "soft_replace");
  return access;
}

/** Facet keys of a lamp shop, which all differ from the facet keys of the demo shop. */
const LAMPS: ShopAttributes = {
  or: "maker",
  and: "rooms",
  menu: "finish",
  menuSelect: "socket",
  levels: "range",
  number: "watt",
  rating: "stars",
  toggle: "dimmable",
  filters: "weight < 4",
};

const LAMPS_CONFIGURATION = {
  facets: [
    { key: "maker", label: "Maker", type: "list", field: "designer" },
    { key: "rooms", label: "Room", type: "list", field: "attributes.rooms" },
    { key: "finish", label: "Finish", type: "list", field: "attributes.finish" },
    { key: "socket", label: "Socket", type: "list", field: "attributes.socket" },
    { key: "range", label: "Range", type: "tree", field: "categories" },
    { key: "watt", label: "Power", type: "range", field: "watt" },
    { key: "stars", label: "Stars", type: "list", field: "stars" },
    { key: "dimmable", label: "Dimmable", type: "list", field: "dimmable" },
  ],
  sort_keys: [
    { key: "featured", label: "Featured", by: "featured" },
    { key: "newest", label: "Dark first", by: "field", field: "watt", order: "asc" },
    { key: "price_asc", label: "Cheap first", by: "field", field: "price", order: "asc" },
    { key: "price_desc", label: "Dear first", by: "field", field: "price", order: "desc" },
  ],
};

const LAMPS_MAPPING = {
  fields: {
    product_identifier: { from: ["article"], as: "text" },
    title: { from: ["name"], as: "text" },
    designer: { from: ["maker"], as: "text" },
    categories: { from: ["range"], as: "categories", separator: "|", levels: ">" },
    price: { from: ["price"], as: "number", decimal: "," },
    watt: { from: ["watt"], as: "number" },
    weight: { from: ["weight"], as: "number" },
    stars: { from: ["stars"], as: "number" },
    dimmable: { from: ["dimmable"], as: "yes_no" },
    "attributes.rooms": { from: ["rooms"], as: "list" },
    "attributes.finish": { from: ["finish"], as: "text" },
    "attributes.socket": { from: ["socket"], as: "text" },
  },
};

/** An export of a lamp shop: a table with semicolons and decimal commas. */
function lampsExport(): string {
  const random = seeded("lamps");
  const makers = ["Aal & Söhne", "Brightly", "Corvus: Light", "-dim-", "Ember", "Fjord"];
  const kinds = [
    "Indoor > Ceiling > Pendants",
    "Indoor > Ceiling > Spots",
    "Indoor > Floor",
    "Outdoor > Wall",
    "Bulbs",
  ];
  const rows = Array.from({ length: 240 }, (_, number) =>
    [
      `L${number}`,
      `${random.pick(["Round", "Tall", "Folded"])} ${random.pick(["lamp", "lantern"])} ${number}`,
      random.pick(makers),
      random.pick(kinds),
      `${random.integer(9, 400)},${random.integer(10, 99)}`,
      random.integer(3, 180),
      random.integer(1, 9),
      random.integer(1, 5),
      random.pick(["yes", "no"]),
      ["Kitchen", "Hall", "Study", "Garden"].filter(() => random.chance(0.5)).join(","),
      random.pick(["brass", "chrome", "oak", "black"]),
      random.pick(["E14", "E27", "GU10"]),
    ].join(";"),
  );
  return ["article;name;maker;range;price;watt;weight;stars;dimmable;rooms;finish;socket", ...rows, ""].join("\n");
}

/** Creates a client whose products are imported from an export and have different attributes than the demo products. */
async function lampShop(running: Running, origin: string): Promise<AddedClient> {
  const added = { name: "lamps", configuration: LAMPS_CONFIGURATION, origins: [origin] };
  const access = await addClient({ engine: running.engine, now: () => new Date() }, added);
  const folder = await mkdtemp(join(tmpdir(), "vitrine-lamps-"));
  const printed: string[] = [];
  try {
    const [file, mapping] = [join(folder, "lamps.csv"), join(folder, "mapping.json")];
    await writeFile(file, lampsExport());
    await writeFile(mapping, JSON.stringify(LAMPS_MAPPING));
    const code = await importCommand(
      {
        config: instanceConfig(running, { OPENSEARCH_URL: running.engineUrl }),
        print: (text) => printed.push(text),
        privateKey: access.private_key,
        address: () => Promise.resolve(running.service.base_url),
      },
      file,
      { suggest: false, dryRun: false, mode: "soft_replace", client: "lamps", mapping },
    );
    if (code !== 0) throw new Error(printed.join("\n"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return access;
}

/** A browser page with widgets, checked against a service. */
export interface WidgetPage extends ReturnType<typeof widgetPairs> {
  /** Errors in the page so far. */
  readonly problems: readonly string[];
  readonly close: () => Promise<void>;
}

const SHOPS = {
  demo: {
    open: (running: Running) => demoShop(running),
    attributes: DEMO_ATTRIBUTES,
    filters: { on_sale: true },
    fields: {},
    word: "linen",
  },
  lamps: {
    open: lampShop,
    attributes: LAMPS,
    filters: { weight: { $lt: 4 } },
    fields: { rooms: "attributes.rooms" },
    word: "lantern",
  },
};
export const SHOP_NAMES = Object.keys(SHOPS) as readonly (keyof typeof SHOPS)[];

/**
 * Opens the page with all widgets, connected to a shop.
 * @param given access to an existing shop; by default a new shop with a catalogue is created
 */
export async function widgetPage(
  running: Running,
  browser: Browser,
  name: keyof typeof SHOPS,
  given?: AddedClient,
): Promise<WidgetPage> {
  const { open, ...shop } = SHOPS[name];
  const [port = 0] = await quietPorts(1);
  const access = given ?? (await open(running, `http://127.0.0.1:${port}`));
  const pages = await serveExamples({ ...access, base_url: running.service.base_url }, port);
  const context = await openContext(browser, { viewport: { width: 1280, height: 800 } });
  const problems: string[] = [];
  const page: Page = await context.newPage();
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.url()} was answered ${response.status()}`);
  });
  await page.addInitScript(READER);
  const attributes = encodeURIComponent(JSON.stringify(shop.attributes));
  await page.goto(`${pages.origin}/widgets?w=stats&attributes=${attributes}`);
  await page
    .locator(".ais-Stats-text")
    .waitFor({ timeout: 10_000 })
    .catch((error: unknown) => {
      throw new Error(`the page stays empty: ${problems.join("; ")}`, { cause: error });
    });
  const device_id = await page.evaluate("sessionStorage.getItem('device')");
  const searchUrl = `${running.service.base_url}/v2/recommendations/search?service_api_client=${access.client_id}`;
  const judged: WidgetShop = {
    ...shop,
    async request(body) {
      const response = await fetchJson(searchUrl, {
        method: "POST",
        headers: { "X-SERVICE-API-KEY": access.public_key, "Content-Type": "application/json" },
        body: JSON.stringify({ user: { device_id }, ...body }),
      });
      if (response.status !== 200) throw new Error(`${JSON.stringify(body)}: ${JSON.stringify(response.body)}`);
      return response.body as Awaited<ReturnType<WidgetShop["request"]>>;
    },
  };
  return {
    ...widgetPairs(page, judged),
    problems,
    close: async () => {
      await context.close();
      await pages.close();
    },
  };
}
