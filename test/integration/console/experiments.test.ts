import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { OpenedDraft } from "../../../console/server/drafts/draft.js";
import type { Difference } from "../../../console/server/experiments/difference.js";
import type { ExperimentList, RunningExperiment } from "../../../console/server/experiments/experiments.js";
import { changeDocument } from "../../../src/engine/documents.js";
import { refresh } from "../../../src/engine/indices.js";
import { scan } from "../../../src/engine/point-in-time.js";
import { getLive } from "../../../src/storefront/clients.js";
import { putConfiguration } from "../../support/publishing.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import { isHeldOut } from "../../../src/storefront/experiment.js";
import { clientsIndex, type StoredClient } from "../../../src/storefront/stored-client.js";
import { queriesStem, type UbiQuery } from "../../../src/tracking/impressions.js";
import { identifiers } from "../../support/chain.js";
import { signIn, type ConsoleSession } from "../../support/console-session.js";
import { useShop, type Storefront } from "../../support/shop.js";
import { envelope, productView } from "../../support/tracker-payload.js";
import { until } from "../../support/until.js";
import { BROWSER } from "../../support/user-agent.js";

const DESIGNERS = ["Acme", "Brio", "Corvo", "Duna"];
const PRODUCTS = 80;

const lines = (now: number) =>
  Array.from({ length: PRODUCTS }, (_, at) => ({
    operation: "insert",
    product_data: {
      product_identifier: `p${at}`,
      variant_identifier: `p${at}`,
      title: `Shirt ${at}`,
      designer: DESIGNERS[at % 4],
      categories: ["Clothing: Shirts"],
      price: 40,
      released_at: new Date(now - at * 86_400_000).toISOString(),
    },
  }));

const pin = (key: string, product: string) => ({ key, action: "pin", product, position: 1 });
const PINNED = { rules: [pin("last", "p79")] };
const byRelease = (key: string, order: "asc" | "desc") =>
  ({ key, label: key, by: "field", field: "released_at", order }) as const;
const OLDEST_FIRST = { sort_keys: [byRelease("oldest", "asc"), byRelease("newest", "desc")], default_sort: "oldest" };
const PLAN = { name: "Pin the last", hypothesis: null, share: 1, split: 0.5, days: 7 };

describe("experiments", () => {
  const shop = useShop({ instances: 2, settings: { LEARN_EVERY_SECONDS: "86400" } });
  let storefront: Storefront;
  let anna: ConsoleSession;
  let ben: ConsoleSession;
  let unknownShoppers: string[];

  beforeEach("open a shop", async () => {
    storefront = await shop.storefront();
    await storefront.ingest(lines(Date.now()), "soft_replace");
    anna = await signIn(shop.services[0]!, storefront.private_key, "Anna");
    ben = await signIn(shop.services[1]!, storefront.private_key, "Ben");
    unknownShoppers = identifiers(await listing("anonymous"));
  });

  const listing = (device_id: string, instance = 0, more: object = {}) =>
    storefront.search({ user: { device_id }, limit: 8, ...more }, instance);
  const firstOf = async (device_id: string, instance = 0) => identifiers(await listing(device_id, instance))[0];
  const list = async (as = anna) => (await as<ExperimentList>("GET", "experiments")).data;
  const live = async () => (await getLive(shop, storefront.client_id)).configuration;
  const put = (configuration: ConfigurationDocument) =>
    putConfiguration({ engine: shop.engine, now: () => new Date() }, storefront.client_id, configuration, {
      author: "test",
    });
  const known = () => Promise.all(shop.services.map(({ directory }) => directory.refresh()));

  async function drafted(configuration: object, as = anna): Promise<string> {
    const { id, title, version, base } = (await as<OpenedDraft>("POST", "drafts", { title: "A change" })).data;
    const change = { title, version, base: base.publication, configuration };
    expect((await as("PUT", `drafts/${id}`, change)).status).to.equal(200);
    return id;
  }
  async function start(tested: object = PINNED): Promise<RunningExperiment> {
    const variant = "variant" in tested ? tested.variant : { draft_id: await drafted(tested) };
    const given = { ...PLAN, variant };
    const { status, data, error } = await anna<ExperimentList>("POST", "experiments", given);
    expect([status, error]).to.deep.equal([201, undefined]);
    await known();
    return data.running!;
  }
  const devices = (wanted: number, heldOut: boolean, share = 0.05): string[] => {
    const found: string[] = [];
    for (let at = 0; found.length < wanted; at += 1) {
      if (isHeldOut(storefront.client_id, share, `device-${at}`) === heldOut) found.push(`device-${at}`);
    }
    return found;
  };

  it("an A/B test assigns a device to the same group in every process", async () => {
    const { id, version, started_at, planned_end, ...running } = await start();
    expect(running).to.deep.equal({
      ...PLAN,
      holdout_share: 0.05,
      started_by: "Anna",
      ended_at: null,
      ended_by: null,
      outcome: null,
      b_follows: true,
      is_due: false,
    });
    expect(Date.parse(planned_end) - Date.parse(started_at)).to.equal(7 * 86_400_000);
    expect(version).to.be.a("string");
    const requested = devices(40, false);
    const shown = new Map<string, string | undefined>();
    for (const device of requested) {
      shown.set(device, await firstOf(device, 0));
      expect(await firstOf(device, 1)).to.equal(shown.get(device));
    }
    const inB = requested.filter((device) => shown.get(device) === "p79");
    expect(new Set(shown.values())).to.deep.equal(new Set(["p79", unknownShoppers[0]]));
    expect(inB.length).to.be.within(8, 32);
    expect(await firstOf("anonymous")).to.equal(unknownShoppers[0]);

    const stored = await responsesOf(requested.length * 2);
    for (const { client_id, query_attributes } of stored) {
      expect(query_attributes.arm).to.equal(`${id}:${inB.includes(client_id) ? "B" : "A"}`);
    }
  });

  it("an A/B test applies to later result pages, search suggestions and recommendations", async () => {
    const inside = devices(20, false);
    const [scrolling = ""] = inside;
    const before = await listing(scrolling);
    const { id } = await start({ redirects: [{ queries: ["shirt"], url: "/b" }] });
    const armOf = async (device_id: string) => {
      const requested = { user: { device_id }, query: "shirt" };
      const { meta } = (await storefront.requestFor("suggest", requested)).body as { meta: { redirect?: string } };
      return meta.redirect === undefined ? "A" : "B";
    };
    const cursor = before.recommendation_id;
    await storefront.search({ user: { device_id: scrolling }, pagination: { page: 2, cursor } }, 1);
    const pages = await responsesOf(2, scrolling);
    const later = `${id}:${await armOf(scrolling)}`;
    expect(pages.map(({ query_attributes }) => query_attributes.arm)).to.have.members([null, later]);
    const arms = new Set<string>();
    for (const device of inside.slice(1)) {
      expect((await storefront.requestFor("query", { user: { device_id: device }, limit: 3 })).status).to.equal(200);
      const arm = await armOf(device);
      const [response] = (await responsesOf(1, device)).filter(
        ({ query_attributes }) => query_attributes.kind === "query",
      );
      expect(response?.query_attributes.arm).to.equal(`${id}:${arm}`);
      arms.add(arm);
      if (arms.size === 2) break;
    }
    expect([...arms].sort()).to.deep.equal(["A", "B"]);
  });

  it("devices in the holdout receive unpersonalized rankings during an A/B test", async () => {
    await put({ holdout_share: 0.2 });
    await known();
    const [held = ""] = devices(1, true, 0.2);
    const [other = ""] = devices(1, false, 0.2);
    for (const device of [held, other]) await view(device, ["p2", "p6", "p10"]);
    const orders = async () => [identifiers(await listing(held)), identifiers(await listing(other))];
    const [unknownShopper, personal] = await orders();
    expect(unknownShopper).to.deep.equal(unknownShoppers);
    expect(personal).not.to.deep.equal(unknownShoppers);
    expect((await start({ ...PINNED, holdout_share: 0.2 })).holdout_share).to.equal(0.2);
    expect((await orders())[0]).to.deep.equal(unknownShoppers);
    const [response] = await responsesOf(1, held);
    expect(response?.query_attributes.arm).to.equal("holdout");
  });

  it("changes that are published during an A/B test apply to the original and the variant", async () => {
    await start();
    await put({
      ...(await live()),
      rules: [{ key: "no-p0", action: "hide", products: ["p0"] }],
    });
    await known();
    const seen = new Set<string | undefined>();
    for (const device of devices(20, false)) {
      const ids = identifiers(await listing(device));
      expect(ids).not.to.include("p0");
      seen.add(ids[0]);
    }
    expect([...seen].sort()).to.deep.equal(["p79", unknownShoppers.find((id) => id !== "p0")].sort());
  });

  it("an A/B test can be ended only once, even by concurrent requests", async () => {
    const { version, id } = await start();
    await put({ ...(await live()), field_weights: { title: 9 } });
    const stale = await ben("POST", "experiments/end", { outcome: "publish_b", version });
    expect([stale.status, stale.error.code]).to.deep.equal([409, "conflict"]);
    const { running } = await list(ben);
    const end = (as: ConsoleSession, outcome: string) =>
      as<ExperimentList>("POST", "experiments/end", { outcome, version: running!.version });
    const both = await Promise.all([end(anna, "publish_b"), end(ben, "publish_b")]);
    expect(both.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    const late = both.find(({ status }) => status === 409)!;
    const by = both[0].status === 200 ? "Anna" : "Ben";
    expect(late.error.message).to.equal(`“Pin the last” was already ended by ${by}: variant published`);
    expect(await live()).to.deep.equal({ ...PINNED, holdout_share: 0.05, field_weights: { title: 9 } });
    const { publications } = (await anna<{ publications: { author: string; note: string }[] }>("GET", "publications"))
      .data;
    expect(publications[0]).to.include({ author: by, note: "Variant of the A/B test “Pin the last”" });
    await known();
    for (const device of devices(10, false)) expect(await firstOf(device)).to.equal("p79");
    const { running: none, ended, holdout_share } = await list();
    expect([none, ended.map((one) => [one.id, one.outcome]), holdout_share]).to.deep.equal([
      null,
      [[id, "publish_b"]],
      0.05,
    ]);
  });

  it("only one A/B test can run at a time, even if two users start tests concurrently", async () => {
    const first = await start();
    const draft_id = await drafted({ ...PINNED, rules: [pin("other", "p40")] });
    const second = await ben("POST", "experiments", { ...PLAN, name: "Other", variant: { draft_id } });
    expect([second.status, second.error.message]).to.deep.equal([
      409,
      "the A/B test “Pin the last” is already running (started by Anna); only one A/B test can run at a time",
    ]);
    await anna("POST", "experiments/end", { outcome: "keep_a", version: first.version });
    expect(await live()).to.deep.equal({ holdout_share: 0.05 });
    const twice = await Promise.all(
      [anna, ben].map((as) =>
        as<ExperimentList>("POST", "experiments", { ...PLAN, name: "Other", variant: { draft_id } }),
      ),
    );
    expect(twice.map(({ status }) => status).sort()).to.deep.equal([201, 409]);
    const { running, ended } = await list();
    expect([running?.name, ended.map(({ name }) => name)]).to.deep.equal(["Other", ["Pin the last"]]);
  });

  for (const [what, configuration, message] of [
    ["no changes", {}, /does not differ from the live configuration/],
    ["errors", { rules: [{ key: "a", action: "pin" }] }, /^the draft is invalid: /],
    ["a different language", { language: "german" }, /^`language` cannot differ by device/],
    ["different taste fields", { taste: { fields: [{ field: "fabric", weight: 1 }] } }, /^`taste` cannot differ/],
  ] as const) {
    it(`an A/B test cannot start with a draft that contains ${what}`, async () => {
      const variant = { draft_id: await drafted(configuration) };
      const { status, error } = await anna("POST", "experiments", { ...PLAN, variant });
      expect([status, error.code]).to.deep.equal([400, "validation_error"]);
      expect(error.message).to.match(message);
    });
  }

  it("an A/B test cannot start without a control group, a variant, or a valid plan", async () => {
    await put({ holdout_share: 0 });
    const variant = { draft_id: await drafted({ ...PINNED, holdout_share: 0 }) };
    const codeOf = async (plan: object) => (await anna("POST", "experiments", { ...PLAN, variant, ...plan })).error;
    expect((await codeOf({})).message).to.match(/needs a control group/);
    expect((await codeOf({ variant: { draft_id: "none" } })).code).to.equal("not_found");
    for (const plan of [
      { split: 1 },
      { split: 0 },
      { share: 0 },
      { days: 0 },
      { days: 91 },
      { name: "" },
      { more: 1 },
      { variant: {} },
      { variant: { default_sort: "unknown" } },
      { variant: { draft_id: "a", default_sort: "newest" } },
    ]) {
      expect((await codeOf(plan)).code, JSON.stringify(plan)).to.equal("validation_error");
    }
  });

  it("an A/B test can compare two default sort options", async () => {
    await put(OLDEST_FIRST);
    await known();
    const variant = { default_sort: "newest" };
    expect((await anna("POST", "experiments/review", { variant })).data).to.deep.include({ impact: null });
    await start({ variant });
    const firsts = await Promise.all(devices(30, false).map((device) => firstOf(device)));
    expect(new Set(firsts)).to.deep.equal(new Set(["p0", "p79"]));
    await anna("POST", "experiments/end", { outcome: "publish_b", version: (await list()).running!.version });
    expect(await live()).to.deep.equal({ ...OLDEST_FIRST, default_sort: "newest", holdout_share: 0.05 });
  });

  describe("the review before the start of an A/B test", () => {
    let own: Storefront;

    beforeEach("open a shop without traffic", async () => {
      own = await shop.storefront(OLDEST_FIRST);
      await own.ingest(lines(Date.now()), "soft_replace");
      anna = await signIn(shop.services[0]!, own.private_key, "Anna");
    });

    const search = (device_id: string, more: object = {}) => own.search({ user: { device_id }, ...more }, 0);
    const difference = async (variant: object) =>
      (await anna<Difference>("POST", "experiments/difference", { variant })).data;
    const stored = (wanted: number) => responsesOf(wanted, undefined, own.client_id);

    it("the review of an A/B test compares the listing of all products if the shop has no traffic", async () => {
      expect(await difference({ default_sort: "newest" })).to.deep.equal({ compared: 1, changed: 1, is_recent: false });
      expect(await difference({ default_sort: "oldest" })).to.deep.equal({ compared: 1, changed: 0, is_recent: false });
    });

    it("the review of an A/B test finds no difference if a draft only adds an option to the sort menu", async () => {
      await search("d1");
      await search("d2");
      await search("d3", { query: "shirt", sort: ["newest"] });
      await stored(3);
      expect(await difference({ default_sort: "newest" })).to.deep.equal({ compared: 3, changed: 2, is_recent: true });
      const cheapest = { key: "cheapest", label: "Cheapest", by: "field", field: "price", order: "asc" };
      const sort_keys = [...OLDEST_FIRST.sort_keys, cheapest];
      const draft_id = await drafted({ ...OLDEST_FIRST, sort_keys });
      expect(await difference({ draft_id })).to.deep.equal({ compared: 3, changed: 0, is_recent: true });
    });

    it("the review of an A/B test of default sort options finds no difference if all requests specify a sort option", async () => {
      await search("d1", { sort: ["oldest"] });
      await stored(1);
      expect(await difference({ default_sort: "newest" })).to.deep.equal({ compared: 1, changed: 0, is_recent: true });
    });
  });

  it("the list of A/B tests is empty for a shop whose stored settings were written by an older release", async () => {
    const index = clientsIndex(shop.engine.prefix);
    await changeDocument<StoredClient, StoredClient>(shop.engine, index, storefront.client_id, (client) => {
      const { client_id, name, origins, keys, configuration, created_at } = client!;
      return { client_id, name, origins, keys, configuration, created_at, updated_at: new Date().toISOString() };
    });
    await known();
    expect(await list()).to.deep.equal({ running: null, ended: [], holdout_share: 0 });
    expect(identifiers(await listing("device-1"))).to.deep.equal(unknownShoppers);
  });

  /** Sends product views in the same way as a tracker. After the response, the taste profile contains these views. */
  async function view(device: string, products: readonly string[]): Promise<void> {
    const sent = products.map((id) => productView(id, { aid: storefront.client_id, duid: device, eid: randomUUID() }));
    const response = await fetch(`${shop.services[0]!.base_url}/com.snowplowanalytics.snowplow/tp2`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "User-Agent": BROWSER },
      body: JSON.stringify(envelope(...sent)),
    });
    expect(response.status).to.equal(200);
  }

  /** Waits until the given number of responses of the shop has been stored, and returns the stored responses. */
  async function responsesOf(wanted: number, device?: string, shopOf = storefront.client_id): Promise<UbiQuery[]> {
    const index = `${queriesStem(shop.engine.prefix)}*`;
    let found: UbiQuery[] = [];
    await until(`${wanted} stored answers`, async () => {
      await refresh(shop.engine, index);
      found = [];
      for await (const hits of scan<UbiQuery>(shop.engine, index, 1_000)) {
        found.push(...hits.map(({ _source }) => _source));
      }
      found = found.filter(
        ({ application, client_id }) =>
          application === shopOf && client_id !== "anonymous" && (device === undefined || client_id === device),
      );
      return found.length >= wanted;
    });
    return found;
  }
});
