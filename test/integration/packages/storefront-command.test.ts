import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { CommandError } from "../../../src/commands/command-error.js";
import {
  applyStorefrontCommand,
  checkStorefrontCommand,
  proposeStorefrontCommand,
  showStorefrontCommand,
} from "../../../packages/import/command/storefront-command.js";
import { ServiceCallError } from "../../../src/commands/service-client.js";
import { identifiers } from "../../support/chain.js";
import { useShop, type Storefront } from "../../support/shop.js";
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
  const folders: string[] = [];
  after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

  async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), "vitrine-storefront-"));
    folders.push(folder);
    await writeFile(join(folder, name), content);
    return join(folder, name);
  }
  const accessOf = ({ private_key }: Storefront) => ({ base_url: shop.services[0]!.base_url, private_key });
  const refusal = (work: Promise<string>): Promise<unknown> => work.catch((error: unknown) => error);

  it("`vitrine storefront check` reports validation errors in a configuration and mismatched field types in a feed", async () => {
    expect(await checkStorefrontCommand(JSON.stringify(RANGE))).to.equal(VALID);
    expect(await refusal(checkStorefrontCommand(JSON.stringify({ facet: [] })))).to.be.instanceOf(CommandError);
    const lines = [line("a", "wide"), line("b", 9), { ...line("c", "n/a"), operation: "update" }];
    const feed = lines.map((one) => `${JSON.stringify(one)}\n`).join("");
    for (const file of [await fileOf("feed.ndjson", feed), await fileOf("feed.zipped", gzipSync(feed))]) {
      const reported = (await checkStorefrontCommand(JSON.stringify(DECLARED), file)).split("\n");
      expect(reported.slice(0, 2)).to.deep.equal([VALID, "Check these fields:"]);
      expect(reported.slice(2).join()).to.include("weight: a number, but 2 of its 3 values have another type");
    }
  });

  it("`vitrine storefront propose` creates a configuration for a feed", async () => {
    const feed = ["a", "b", "c"].map((id) => `${JSON.stringify(line(id, id))}\n`).join("");
    const proposed: unknown = JSON.parse(await proposeStorefrontCommand(await fileOf("feed", feed), "german"));
    expect(proposed).to.include({ language: "german" });
    const file = await fileOf("feed", "\n");
    expect(await refusal(proposeStorefrontCommand(file, "german"))).to.have.property(
      "message",
      `${file} has no products to propose a configuration from`,
    );
  });

  it("`vitrine storefront show` prints a configuration that stays identical if it is applied again", async () => {
    const access = accessOf(await shop.storefront());
    const campaign = { key: "Sale", starts_at: "2031-03-30T02:30", ends_at: null, time_zone: "Europe/Berlin" };
    const rules = [{ key: "r", action: "hide", products: ["a"], campaign: "Sale" }];
    await applyStorefrontCommand(access, JSON.stringify({ campaigns: [campaign], rules }));
    const printed = await showStorefrontCommand(access);
    const [rule] = (JSON.parse(printed) as { readonly rules: readonly object[] }).rules;
    expect(JSON.parse(printed)).to.have.deep.property("campaigns", [campaign]);
    expect(rule).to.include({ campaign: "Sale", starts_at: null, ends_at: null });
    await applyStorefrontCommand(access, printed);
    expect(await showStorefrontCommand(access)).to.equal(printed);
  });

  it("`vitrine storefront apply` publishes a configuration and triggers a rebuild of the catalogue", async () => {
    const storefront = await shop.storefront(RANGE);
    await storefront.ingest(LINES, "soft_replace");
    expect(await applyStorefrontCommand(accessOf(storefront), JSON.stringify(DECLARED))).to.equal(
      `The configuration of ${storefront.client_id} is live within two seconds.`,
    );
    const light = async () => identifiers(await storefront.search({ filters: { weight: { $lte: 9 } } })).join();
    await until("9 to be less than 10", async () => (await light()) === "b");
  });

  it("`vitrine storefront apply` rejects a configuration that has validation errors or hides all products", async () => {
    const storefront = await shop.storefront();
    const access = accessOf(storefront);
    await storefront.ingest(LINES, "soft_replace");
    const before = await showStorefrontCommand(access);
    const wrong = await refusal(applyStorefrontCommand(access, '{"default_sort":"newst"}'));
    expect(wrong).to.be.instanceOf(CommandError);
    expect(String(wrong)).to.include("  default_sort: ");
    const hiding = JSON.stringify({ rules: [{ key: "all", action: "hide", products: ["a", "b", "c"] }] });
    const lost = await refusal(applyStorefrontCommand(access, hiding));
    expect(lost).to.be.instanceOf(ServiceCallError);
    expect(String(lost)).to.include("3 of 3 (100 %) products would no longer be found");
    expect(await showStorefrontCommand(access)).to.equal(before);
    const change = /confirm it with the token (\w+)$/.exec(String(lost))?.[1];
    await applyStorefrontCommand(access, hiding, change);
    expect(await showStorefrontCommand(access)).not.to.equal(before);
  });

  it("`vitrine storefront show` reports an invalid key", async () => {
    const access = { ...accessOf(await shop.storefront()), private_key: "sk_none" };
    expect(await refusal(showStorefrontCommand(access))).to.have.property(
      "message",
      "unauthorized: the key in X-SERVICE-API-KEY is not valid",
    );
  });
});
