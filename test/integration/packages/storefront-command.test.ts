import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { CommandError } from "../../../src/commands/command-error.js";
import {
  applyStorefrontCommand,
  checkStorefrontCommand,
  showStorefrontCommand,
} from "../../../packages/import/command/storefront-command.js";
import { identifiers } from "../../support/chain.js";
import { useShop } from "../../support/shop.js";
import { until } from "../../support/until.js";

const VALID = "The configuration is valid.";

const line = (id: string, weight: string | number) => ({
  operation: "insert",
  product_data: { product_identifier: id, title: id, weight },
});

const LINES = [line("a", "10"), line("b", "9"), line("c", "n/a")];
const RANGE = { facets: [{ key: "weight", label: "Weight", type: "range", field: "weight" }] };
const DECLARED = { ...RANGE, field_types: { weight: "number" } };

describe("vitrine storefront", () => {
  const shop = useShop({ instances: 1, settings: { LEARN_EVERY_SECONDS: "86400" } });

  it("check reports mistakes alone, and fields with a running catalogue", async () => {
    const { client_id: clientId, ...storefront } = await shop.storefront();
    await storefront.ingest(LINES, "soft_replace");
    expect(await checkStorefrontCommand(JSON.stringify(RANGE))).to.equal(VALID);
    const running = { engine: shop.engine, clientId };
    const found = (await checkStorefrontCommand(JSON.stringify(RANGE), { running })).split("\n");
    expect(found.slice(0, 2)).to.deep.equal([VALID, "Look at:"]);
    expect(found.slice(2)).to.have.length(1);
    expect(found[2]).to.include("facets.weight: a range facet counts numbers");
    const declared = await checkStorefrontCommand(JSON.stringify(DECLARED), { running });
    expect(declared).to.include("field_types.weight: a text in the catalogue now; it becomes a number");
    const wrong = await checkStorefrontCommand(JSON.stringify({ facet: [] }), { running }).catch(
      (error: unknown) => error,
    );
    expect(wrong).to.be.instanceOf(CommandError);
  });

  it("check reports fields with a feed, plain and gzip, of inserts and updates", async () => {
    const folder = await mkdtemp(join(tmpdir(), "vitrine-check-"));
    try {
      const feed = [line("a", "wide"), line("b", 9), { ...line("c", "n/a"), operation: "update" }]
        .map((one) => `${JSON.stringify(one)}\n`)
        .join("");
      await writeFile(join(folder, "feed.ndjson"), feed);
      await writeFile(join(folder, "feed.ndjson.gz"), gzipSync(feed));
      for (const name of ["feed.ndjson", "feed.ndjson.gz"]) {
        const told = await checkStorefrontCommand(JSON.stringify(DECLARED), { feed: join(folder, name) });
        expect(told).to.include("weight: a number, but 2 of its 3 values do not fit");
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("show prints a document that can be applied again, with campaigns as they were written", async () => {
    const { client_id: clientId } = await shop.storefront();
    const campaign = { key: "Sale", starts_at: "2031-03-30T02:30", ends_at: null, time_zone: "Europe/Berlin" };
    const rules = [{ key: "r", action: "hide", products: ["a"], campaign: "Sale" }];
    await applyStorefrontCommand(shop.engine, clientId, JSON.stringify({ campaigns: [campaign], rules }));
    const printed = await showStorefrontCommand(shop.engine, clientId);
    const [rule] = (JSON.parse(printed) as { readonly rules: readonly object[] }).rules;
    expect(JSON.parse(printed)).to.have.deep.property("campaigns", [campaign]);
    expect(rule).to.include({ campaign: "Sale", starts_at: null, ends_at: null });
    await applyStorefrontCommand(shop.engine, clientId, printed);
    expect(await showStorefrontCommand(shop.engine, clientId)).to.equal(printed);
  });

  it("apply lists what becomes another type, and the catalogue is rebuilt by itself", async () => {
    const storefront = await shop.storefront(RANGE);
    const { client_id: clientId } = storefront;
    await storefront.ingest(LINES, "soft_replace");
    const told = await applyStorefrontCommand(shop.engine, clientId, JSON.stringify(DECLARED));
    expect(told).to.include("field_types.weight: a text in the catalogue now");
    const light = async () => identifiers(await storefront.search({ filters: { weight: { $lte: 9 } } })).join();
    await until("9 to be less than 10", async () => (await light()) === "b");
    await applyStorefrontCommand(shop.engine, clientId, JSON.stringify(RANGE));
    const types = await checkStorefrontCommand(JSON.stringify(RANGE), { running: { engine: shop.engine, clientId } });
    expect(types).to.include(VALID);
  });
});
