import { Command, Option } from "commander";
import { stepLines } from "../../../src/commands/output.js";
import { until } from "../../../test/support/until.js";
import { eventsRead } from "../recommendations/evaluate-baskets.js";
import { openEngine, withService, type Environment } from "../evaluated-service.js";
import { steeredClock } from "../adjustable-clock.js";
import { openStorefront } from "../storefront.js";
import { formatTable } from "../../shared/table.js";
import {
  crowdedProductTypes,
  mannersOf,
  pagesBeside,
  seedsOf,
  shownBeside,
  type ShownBlock,
  type ShownPage,
} from "./blocks.js";
import { flood, formatFlood } from "./flood.js";
import {
  blocksAfterOneView,
  formatBlocksAfterOneView,
  formatListing,
  formatListings,
  listingsAfterViews,
  usualListing,
} from "./listings.js";
import { prefixesOf, formatSuggested, formatSuggestions, suggestedFor } from "./suggestions.js";
import { readShop, SHOP_NAMES, type Shop, type ShopProduct } from "./shop.js";

interface Options {
  readonly data: readonly (typeof SHOP_NAMES)[number][];
  readonly folder: string;
  readonly seeds: number;
  readonly print: boolean;
}

const READ_WITHIN_MS = 120_000;
const AT = Date.parse("2026-11-15T12:00:00Z");

/**
 * Creates the command `npm run evaluate -- manners`.
 * @param signal signal that aborts the evaluation
 */
export function mannersCommand(environment: Environment, signal: AbortSignal): Command {
  return new Command("manners")
    .description(
      "Counts recommendations and suggestions for unknown shoppers that have the wrong department, product type or color.",
    )
    .addOption(
      new Option("--data <shop...>", "catalogue to evaluate").choices(SHOP_NAMES).default(["demo", "mrporter", "hm"]),
    )
    .option("--folder <folder>", "folder with catalogues", "data/catalogs")
    .option("--seeds <number>", "number of seed products per catalogue", Number, 24)
    .option("--print", "print every displayed product", false)
    .action((options: Options) => run(options, environment, signal));
}

async function run({ data, folder, seeds: count, print }: Options, environment: Environment, signal: AbortSignal) {
  const shops: Shop[] = [];
  for (const name of data) shops.push(await readShop(name, folder));
  const engine = await openEngine(environment, stepLines(process.stderr));
  try {
    for (const shop of shops) {
      signal.throwIfAborted();
      const { blocks, pages, usual, listings, own, suggested, flooded } = await withService(
        { engineUrl: engine.url, clock: steeredClock(AT), configuration: shop.configuration },
        async (access, service) => {
          const storefront = openStorefront(access, () => service.learn());
          await storefront.ingest(shop.feed);
          const seeds = seedsOf(shop, count);
          const usual = await usualListing(storefront, shop);
          const unknownShoppers = {
            blocks: await shownBeside(storefront, shop, seeds),
            pages: await pagesBeside(storefront, shop, seeds),
            suggested: await suggestedFor(storefront, prefixesOf(shop)),
          };
          // Send events only after all measurements above, which require a shop without shopper events.
          const flooded = await flood(storefront, shop, AT, async (events) =>
            until(
              "the service has processed all visits",
              async () => (await eventsRead(service.operations_url)) >= events,
              READ_WITHIN_MS,
            ),
          );
          const listings = await listingsAfterViews(storefront, shop, seeds, AT);
          return {
            ...unknownShoppers,
            usual,
            flooded,
            listings,
            own: await blocksAfterOneView(storefront, shop, listings),
          };
        },
      );
      const rows = [
        formatManners(shop, blocks, pages),
        formatListings(shop, listings, usual),
        formatBlocksAfterOneView(shop, own),
        formatSuggestions(suggested),
        formatFlood(flooded),
      ];
      process.stdout.write(`${rows.join("\n")}\n\n`);
      if (!print) continue;
      const titleOf = (id: string) => shop.products.get(id)?.title ?? id;
      const lists = [
        ...listings.map((one) => formatListing(one, describe)),
        ...blocks.map(formatBlock),
        ...pages.map(formatPage),
        ...suggested.map((one) => formatSuggested(one, titleOf)),
      ];
      process.stdout.write(`${lists.join("\n\n")}\n\n`);
    }
  } finally {
    await engine.close();
  }
}

export function formatManners({ name }: Shop, blocks: readonly ShownBlock[], pages: readonly ShownPage[]): string {
  const header = ["", "shown", "empty", "other department", "same kind", "kind again", "price factor"];
  const rows = mannersOf(blocks).map((one) => [
    one.block,
    ...[one.shown, one.empty, one.otherDepartment, one.sameKind, one.sameAgain].map(String),
    one.priceFactor?.toFixed(2) ?? "",
  ]);
  const crowded = pages.filter((page) => crowdedProductTypes(page).length > 0).length;
  const forYou = pages.filter(({ slots }) => slots.some(({ key }) => key === "for_you")).length;
  return [
    name,
    formatTable([header, ...rows]),
    `  product pages of unknown shoppers: ${pages.length}; with a kind in more than two blocks ${crowded}; with "for_you" ${forYou}`,
  ].join("\n");
}

const describe = ({ title, designer, department, kind, price }: ShopProduct): string =>
  [title, designer, kind ?? "?", department ?? "-", price ?? "-"].join(" | ");

const formatBlock = ({ seed, block, shown }: ShownBlock): string =>
  [`${block} | ${describe(seed)}`, ...shown.map((product) => `    ${describe(product)}`)].join("\n");

const formatPage = ({ seed, slots }: ShownPage): string =>
  [
    `page | ${describe(seed)}`,
    ...slots.flatMap(({ key, shown }) => shown.map((product) => `    ${key} | ${describe(product)}`)),
  ].join("\n");
