import { expect } from "chai";
import { createLeases } from "../../../src/engine/lease.js";
import { liveGeneration } from "../../../src/catalog/ingestion/generations.js";
import { acquireWithRetries } from "../../../src/catalog/ingestion/rollback.js";
import { CommandError } from "../../../src/commands/command-error.js";
import { applyText, diffText, rollBackText, type ApplyOptions } from "../../../src/commands/text-change.js";
import { parseConfig } from "../../../src/config.js";
import { refresh } from "../../../src/engine/indices.js";
import { countDocuments } from "../../../src/engine/search-documents.js";
import { getStorefront } from "../../../src/storefront/clients.js";
import { queriesStem } from "../../../src/tracking/impressions.js";
import { identifiers } from "../../support/chain.js";
import { useShop, type Storefront } from "../../support/shop.js";
import { until } from "../../support/until.js";

const CONFIG = parseConfig({});
const HOW: ApplyOptions = { evenIfWorse: false, acceptLosses: undefined, onProgress: () => undefined };

const line = (id: string, title: string, more: object = {}) => ({
  operation: "insert",
  product_data: { product_identifier: id, variant_identifier: `${id}-v`, title, price: 5, ...more },
});

/** German has other stems than English: "Häuser" is a "Haus". */
const LINES = [
  line("haus", "Haus", { color: "Red", weight: 3 }),
  line("hauser", "Häuser"),
  line("stiefel", "Stiefel"),
  line("gone", "Gone"),
];

describe("changes of texts", () => {
  const shop = useShop({ instances: 1, settings: { LEARN_EVERY_SECONDS: "86400" } });
  let storefront: Storefront;

  beforeEach("open a shop", async () => {
    storefront = await shop.storefront({ search: { enough: 1 } });
    await storefront.ingest(LINES, "soft_replace");
    await storefront.ingest([{ operation: "delete", product_data: { product_identifier: "gone" } }]);
  });

  const clientId = () => storefront.client_id;
  const GERMAN = { language: "german", search: { enough: 1 } };
  const found = async (query: string) => identifiers(await storefront.search({ query })).sort();
  const failure = (done: Promise<unknown>) =>
    done.then(
      () => undefined,
      (error: unknown) => error,
    );
  const eventually = (query: string, ids: readonly string[]) =>
    until(`${ids.join()} for ${query}`, async () => (await found(query)).join() === ids.join());

  it("are shown, and are none where nothing differs", async () => {
    expect(await diffText(shop.engine, CONFIG, { clientId: clientId() })).to.equal("Nothing would change.");
    const shown = await diffText(shop.engine, CONFIG, { clientId: clientId(), configuration: GERMAN });
    expect(shown.split("\n")).to.include.members([
      "Settings",
      "  language: english → german",
      "Mapping and analysis of the catalogue, which would be built anew",
      "  settings.index.analysis.filter.light_german.language: nothing → light_german",
    ]);
    expect(shown).to.match(/filter\.irregular\.rules: .{120}… \(\d+ characters\) → /);
    expect(await found("Häuser")).to.deep.equal(["hauser"]);
  });

  it("are built beside the live catalogue, and rolled back with the lines ingested since", async () => {
    await applyText(shop.engine, CONFIG, { clientId: clientId(), configuration: GERMAN }, HOW);
    await eventually("Häuser", ["haus", "hauser"]);
    expect(identifiers(await storefront.search({ filters: { weight: { $gte: 3 } } }))).to.deep.equal(["haus"]);
    expect((await storefront.search({})).total).to.equal(3);
    await storefront.ingest([line("later", "Häuser für alle", { height: 7 })]);
    await rollBackText(shop.engine, clientId(), HOW);
    await eventually("Häuser", ["hauser", "later"]);
    expect((await getStorefront(shop, clientId()))?.configuration.language).to.equal("english");
    expect(identifiers(await storefront.search({ filters: { height: 7 } }))).to.deep.equal(["later"]);
    expect(await failure(rollBackText(shop.engine, clientId(), HOW))).to.be.instanceOf(CommandError);
    await storefront.ingest([line("gone", "Back again")]);
    expect((await storefront.search({})).total).to.equal(5);
  });

  it("are judged before shoppers see them", async () => {
    const judgements = new Map([["boots", new Map([["stiefel", 3]])]]);
    const synonyms = [{ terms: ["boots", "stiefel"] }];
    const better = { search: { enough: 1, synonyms } };
    const told = await applyText(
      shop.engine,
      CONFIG,
      { clientId: clientId(), configuration: better },
      { ...HOW, judgements },
    );
    expect(told).to.match(/NDCG@10 +0\.0000 → 1\.0000/);
    await eventually("boots", ["stiefel"]);
    const worse = { clientId: clientId(), configuration: GERMAN };
    expect(await failure(applyText(shop.engine, CONFIG, worse, { ...HOW, judgements }))).to.be.instanceOf(CommandError);
    expect(await found("boots")).to.deep.equal(["stiefel"]);
    expect(await found("Häuser")).to.deep.equal(["hauser"]);
    // Shoppers typed "boots": that it finds nothing then has to be meant as well.
    const typed = `${queriesStem(shop.engine.prefix)}*`;
    await until("what was typed to be stored", async () => {
      await refresh(shop.engine, typed);
      return (await countDocuments(shop.engine, typed, { term: { user_query: "boots" } })) > 0;
    });
    const apply = (acceptLosses?: string) =>
      applyText(shop.engine, CONFIG, worse, { ...HOW, judgements, evenIfWorse: true, acceptLosses });
    const refusal = ((await failure(apply())) as Error).message;
    expect(refusal).to.include("the search “boots” would be empty (1 product now)");
    await apply(/--accept-losses (\w+)$/.exec(refusal)?.[1]);
    await eventually("boots", []);
  });

  it("of the fields that pages see are built once, and a feed that says the same changes nothing after them", async () => {
    const of = (id: string, supplier: string) => line(id, id, { supplier });
    const lines = [of("loafer", "Zanotti"), of("mule", "Bally")];
    storefront = await shop.storefront({ search: { enough: 1 } });
    await storefront.ingest(lines, "soft_replace");
    expect(await found("Zanotti")).to.deep.equal(["loafer"]);
    const change = {
      clientId: clientId(),
      configuration: { search: { enough: 1 }, fields: { private: ["supplier"] } },
    };
    expect((await diffText(shop.engine, CONFIG, change)).split("\n")).to.deep.equal([
      "Mapping and analysis of the catalogue, which would be built anew",
      '  fields: {"private":[],"public":null} → {"private":["supplier"],"public":null}',
    ]);
    await applyText(shop.engine, CONFIG, change, HOW);
    await eventually("Zanotti", []);
    const built = await liveGeneration(shop.engine, clientId());
    expect(await diffText(shop.engine, CONFIG, change)).to.equal("Nothing would change.");
    await applyText(shop.engine, CONFIG, change, HOW);
    await storefront.ingest(lines, "soft_replace");
    await storefront.ingest([of("clog", "Zanotti")]);
    expect(await liveGeneration(shop.engine, clientId())).to.equal(built);
    expect([await found("Zanotti"), await found("clog")]).to.deep.equal([[], ["clog"]]);
    await applyText(shop.engine, CONFIG, { clientId: clientId(), configuration: { search: { enough: 1 } } }, HOW);
    await eventually("Zanotti", ["clog", "loafer"]);
  });

  it("wait for no job, and are refused for unknown clients", async () => {
    const lease = await acquireWithRetries(createLeases(shop.engine, "a job", 30), clientId());
    const refused = await failure(applyText(shop.engine, CONFIG, { clientId: clientId() }, HOW));
    expect(refused).to.be.instanceOf(CommandError);
    await lease.release();
    expect(await failure(diffText(shop.engine, CONFIG, { clientId: "nobody" }))).to.be.instanceOf(CommandError);
  });
});
