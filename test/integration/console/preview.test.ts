import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { createLiveCatalogs } from "../../../src/catalog/live.js";
import { searchForPreview } from "../../../src/composition/search.js";
import { firstProducts } from "../../../console/server/preview/first-products.js";
import { preview } from "../../../console/server/preview/preview.js";
import type { Preview } from "../../../console/server/preview/preview-result.js";
import type { Subject } from "../../../console/server/preview/requests.js";
import type { StreamLine } from "../../../console/server/stream.js";
import { canonicalFilter } from "../../../src/filters/canonical-filter.js";
import { EVERYTHING } from "../../../src/filters/filter.js";
import { putDocument } from "../../../src/engine/documents.js";
import { countDocuments } from "../../../src/engine/search-documents.js";
import { refresh } from "../../../src/engine/indices.js";
import { completeConfiguration, type ConfigurationDocument } from "../../../src/storefront/configuration.js";
import { armName, HOLDOUT } from "../../../src/storefront/experiment.js";
import { getStorefront } from "../../../src/storefront/clients.js";
import { impressionId } from "../../../src/tracking/shopper-id.js";
import { monthOf } from "../../../src/tracking/month.js";
import { toUbiQuery, type Requested, type UbiQuery } from "../../../src/tracking/impressions.js";
import { identifiers } from "../../support/chain.js";
import { interposed } from "../../support/interposed-engine.js";
import { signIn } from "../../support/console-session.js";
import { useShop, type Storefront } from "../../support/shop.js";
import { entity, envelope, payload } from "../../support/tracker-payload.js";
import { until } from "../../support/until.js";
import { BROWSER } from "../../support/user-agent.js";
import { IN_STOCK_RULE, windowLines } from "../recommendation/shop-window.js";

const SHIRTS = { categories: "Clothing: Shirts" };
const COATS = { categories: "Clothing: Coats" };

describe("a preview", () => {
  const shop = useShop({ instances: 1, settings: { LEARN_EVERY_SECONDS: "86400" } });
  let storefront: Storefront;
  let live: ConfigurationDocument;
  let stored = 0;

  before("open a shop with shoppers", async () => {
    live = { availability: IN_STOCK_RULE };
    storefront = await shop.storefront(live);
    await storefront.ingest(windowLines(Date.now()), "soft_replace");
    const [first = ""] = identifiers(await storefront.search({ user: { device_id: "anonymous" }, filters: SHIRTS }));
    await look("ann", first);
    for (const device_id of ["ann", "ben"]) {
      for (const requested of [{ filters: SHIRTS }, { filters: SHIRTS }, { filters: COATS }, { query: "tote" }]) {
        await asks(device_id, requested);
      }
    }
    await untilStored();
  });

  const base = () => shop.services[0]?.base_url ?? "";
  const asks = async (device_id: string, body: object) => {
    stored += 1;
    return storefront.search({ user: { device_id }, limit: 12, ...body });
  };

  async function look(duid: string, id: string, ...more: object[]) {
    const entities = [entity("product", { id, price: 40, currency: "EUR" }), ...more];
    const fields = { aid: storefront.client_id, duid, eid: randomUUID() };
    const sent = envelope(payload({ type: "product_view" }, entities, fields));
    const response = await fetch(`${base()}/com.snowplowanalytics.snowplow/tp2`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "User-Agent": BROWSER },
      body: JSON.stringify(sent),
    });
    expect(response.status).to.equal(200);
  }

  const index = () => `${shop.engine.prefix}ubi-queries-${monthOf(Date.now())}`;
  const untilStored = () =>
    until("all responses to be stored", async () => {
      await refresh(shop.engine, index());
      const query = { term: { application: storefront.client_id } };
      return (await countDocuments(shop.engine, index(), query)) === stored;
    });

  /**
   * Requests a preview in the same way as the console's page.
   * @returns the lines of the response
   */
  async function lines(body: object, key = storefront.private_key): Promise<StreamLine<Preview>[]> {
    const session = await signIn({ base_url: base() }, key, "Anna");
    return (await session.lines("preview", body)) as StreamLine<Preview>[];
  }

  async function previewOf(configuration: ConfigurationDocument, more: object = {}): Promise<Preview> {
    const last = (await lines({ configuration: { ...live, ...configuration }, ...more })).at(-1) as { result: Preview };
    return last.result;
  }

  const listing = (filters: Record<string, unknown>): Subject => ({
    query: null,
    filters,
    facet_filters: null,
    sort: null,
  });

  it("the preview of a draft reports the products that move up or down because of a new pin rule", async () => {
    const order = identifiers(
      await storefront.search({ user: { device_id: "anonymous" }, filters: SHIRTS, limit: 12 }),
    );
    const last = order.at(-1) ?? "";
    const pin = {
      key: "up",
      action: "pin",
      product: last,
      position: 1,
      when: { categories: [SHIRTS.categories] },
    } as const;
    const all = await lines({ configuration: { ...live, rules: [pin] } });
    const progress = all.flatMap((line) => ("progress" in line ? [line.progress] : []));
    expect([progress[0], progress.at(-1)]).to.deep.equal([
      { done: 0, of: stored },
      { done: stored, of: stored },
    ]);
    const { result } = all.at(-1) as { result: Preview };
    const { responses, subjects, failures, requests, skipped } = result;
    expect(responses).to.deep.include({ found: stored, replayed: stored, changed: 4, without_request: 0, devices: 2 });
    expect([failures, requests, skipped]).to.deep.equal([[], 6, 4]);
    expect(subjects.map(({ subject, times, devices, became }) => [subject, times, devices, became])).to.deep.equal([
      [listing(SHIRTS), 4, 2, null],
    ]);
    expect(result.products.gainers.map(({ name, after }) => [name, after.mean_position])).to.deep.include([last, 1]);
    expect(result.products.known[last]).to.deep.include({ id: last });
    const [pages] = result.most_changed;
    expect(pages?.after[0]?.id).to.equal(last);
    expect(pages?.rules).to.deep.equal([{ key: "up", action: "pin", live: "after" }]);
    expect(pages?.before).to.have.length(12);
  });

  it("the preview of a draft reports a listing that becomes empty because of a hide rule", async () => {
    const hide = { key: "away", action: "hide", filters: COATS, when: { categories: [COATS.categories] } } as const;
    const { subjects, responses } = await previewOf({ rules: [hide] });
    expect(subjects.map(({ subject, became, change }) => [subject, became, change])).to.deep.equal([
      [listing(COATS), "empty", 1],
    ]);
    expect(subjects[0]?.total.after).to.equal(0);
    expect(responses.changed).to.equal(2);
  });

  it("the preview of a draft evaluates campaigns at the requested time", async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const campaigns = [{ key: "sale", starts_at: inDays(5).slice(0, 16), time_zone: "UTC" }];
    const hide = { key: "away", action: "hide", filters: COATS, campaign: "sale" } as const;
    const changedAt = async (at: string | null) => {
      const { responses, subjects } = await previewOf({ campaigns, rules: [hide] }, { at });
      return [responses.changed, subjects.map(({ subject, became }) => [subject, became])];
    };
    expect(await changedAt(null)).to.deep.equal([0, []]);
    expect(await changedAt(inDays(4))).to.deep.equal([0, []]);
    expect(await changedAt(inDays(6))).to.deep.equal([2, [[listing(COATS), "empty"]]]);
    const [wrong] = await lines({ configuration: {}, at: "Saturday" });
    expect(wrong).to.deep.include({ data: null });
  });

  it("the preview of a draft reports no change if the draft equals the live configuration", async () => {
    const same = await previewOf({});
    expect([same.skipped, same.responses.changed, same.subjects]).to.deep.equal([same.requests, 0, []]);
    // This change does not affect searches, but the service cannot detect that and repeats the requests.
    const other = await previewOf({ profiles: { spare: { recommenders: [{ by: "popular" }] } } });
    expect([other.skipped, other.responses.changed, other.subjects]).to.deep.equal([0, 0, []]);
    expect([other.products.gaining, other.brands.losing]).to.deep.equal([0, 0]);
  });

  it("the preview of a draft is identical whether or not stored responses are reused", async () => {
    const coats = { categories: [COATS.categories] };
    const one = { key: "one", action: "boost", filters: { designer: "Acme" }, points: 5 } as const;
    const two = { key: "two", action: "bury", products: ["p1", "p3"], points: 9, when: coats } as const;
    const three = { key: "three", action: "pin", product: "p9", position: 2, when: { queries: ["tote"] } } as const;
    const words = { search: { synonyms: [{ terms: ["tote", "shirt"] }], spelling: false } };
    const redirects = { redirects: [{ queries: ["tote"], url: "https://shop.example/bags" }] };
    const drafts = [[one], [two], [three], [one, two], [two, three], []].map((rules) => ({ rules }));
    for (const draft of [...drafts, words, redirects, { ...words, rules: [two] }] as ConfigurationDocument[]) {
      const reported = async (more: ConfigurationDocument) => {
        const { skipped, took_ms, ...all } = await previewOf({ ...draft, ...more });
        expect(took_ms).to.be.at.least(0);
        return [skipped, all] as const;
      };
      const [skipped, shortened] = await reported({});
      const [none, whole] = await reported({ profiles: { spare: { recommenders: [{ by: "popular" }] } } });
      expect(shortened).to.deep.equal(whole);
      expect([none, skipped > 0]).to.deep.equal([0, draft.rules?.includes(one) !== true]);
    }
  });

  it("the preview of a draft counts requests that fail with the draft but not with the live configuration", async () => {
    await asks("ben", { filters: SHIRTS, sort: ["newest"] });
    await untilStored();
    const sort_keys = [{ key: "own", label: "Own", by: "featured" as const }];
    const { failures, responses } = await previewOf({ sort_keys, default_sort: "own" });
    expect(failures.map(({ times, only_draft }) => [times, only_draft])).to.deep.equal([[1, true]]);
    expect(failures[0]?.reason).to.contain("unknown sort key");
    expect(responses.replayed).to.equal(stored - 1);
  });

  it("the preview of a draft excludes responses to the control group and to devices with the variant of an A/B test", async () => {
    const own = await shop.storefront(live);
    await own.ingest(windowLines(Date.now()), "soft_replace");
    const put = async (id: string, requested: Requested, query: string | null, client_id = own.client_id) => {
      const response: UbiQuery = toUbiQuery({
        recommendation_id: id,
        client_id,
        device_id: id,
        user_id: null,
        kind: "search",
        profile: null,
        query,
        shown: ["p0"],
        at: Date.now(),
        ...requested,
      });
      await putDocument(shop.engine, index(), id, response, "none", true);
    };
    const first = { request: "{}", listing: canonicalFilter(EVERYTHING), first_position: 1 };
    await put("later-page", { ...first, request: null, first_position: 25 }, null);
    await put("arm-b", { ...first, arm: armName("x", "B") }, null);
    await put("holdout", { ...first, arm: HOLDOUT }, null);
    await put("arm-a", { ...first, arm: armName("x", "A") }, null);
    await put("long", { ...first, request: null }, null);
    await put("other", first, null, "somebody-else");
    const [line] = (await lines({ configuration: {} }, own.private_key)).slice(-1) as [{ result: Preview }];
    const { responses } = line.result;
    expect(responses).to.deep.include({ found: 2, replayed: 1, without_request: 1, devices: 2 });
  });

  it("the preview of a draft computes the same results as the live search for every sort option and shopper", async () => {
    const client = await getStorefront({ engine: shop.engine }, storefront.client_id);
    const searching = searchForPreview(shop.engine)(
      await createLiveCatalogs(shop.engine).get(storefront.client_id),
      Date.now(),
    );
    for (const device_id of ["ann", "ben"]) {
      for (const body of [
        { filters: SHIRTS, limit: 5 },
        { query: "shirt", limit: 250 },
        { query: "shirtt" },
        { sort: ["newest"] as const, limit: 7 },
        { filters: { color: "Mauve" } },
        { context: { category_diversification: true } },
      ]) {
        const requested = { user: { device_id }, ...body };
        const response = await storefront.search(requested);
        if (response.items.length > 0) stored += 1;
        const { ids, total } = await firstProducts(searching, client!, requested);
        expect([ids, total], JSON.stringify(requested)).to.deep.equal([identifiers(response), response.total]);
      }
    }
  });

  it("the preview of a draft estimates the change in clicks from clicks on earlier responses", async () => {
    const page = await asks("cleo", { filters: COATS });
    const { product_identifier: second, variant_identifier: variant } = page.items[1]!;
    expect(variant).not.to.equal(second);
    const { recommendation_id } = page;
    const from = { schema: "iglu:vitrine/recommendation/jsonschema/1-0-0", data: { recommendation_id } };
    await look("cleo", variant, from);
    // A product view that refers to another device's response does not count as a click.
    await look("dora", second, from);
    await untilStored();
    const events = `${shop.engine.prefix}ubi-events-*`;
    await until("the views to be found", async () => {
      await refresh(shop.engine, events);
      return (await countDocuments(shop.engine, events, { term: { query_id: impressionId(recommendation_id) } })) === 2;
    });
    const last = { key: "last", action: "pin", product: identifiers(page).at(-1) ?? "", position: 1 } as const;
    const { learnt, gain, products } = await previewOf({
      rules: [{ ...last, when: { categories: [COATS.categories] } }],
    });
    expect(learnt).to.deep.equal({ measure: "clicks", responses: stored, clicks: 1 });
    // The clicked product moves down. The confidence interval is wide, because there is only one click.
    expect(products.losers.map(({ name }) => name)).to.include(second);
    expect([gain.low < gain.clicks, gain.clicks < gain.high]).to.deep.equal([true, true]);
    expect((await previewOf({})).learnt).to.deep.equal({ measure: "positions", responses: 0, clicks: 0 });
  });

  it("the preview of a draft stops when the client disconnects", async () => {
    const before = (await getStorefront({ engine: shop.engine }, storefront.client_id))!;
    const aborting = new AbortController();
    const seen = interposed(shop.engine, (_operation, _nth, proceed) => proceed());
    const deps = {
      liveCatalogs: createLiveCatalogs(shop.engine),
      searching: searchForPreview(seen.engine),
      identify: () => Promise.reject(new Error("no click is to be read")),
      now: () => Date.now(),
    };
    const after = { ...before, configuration: completeConfiguration({ ...live, search: { spelling: false } }) };
    let reported = 0;
    const work = preview(deps, { before, after }, { most: 1_000, at: null }, ({ done }) => {
      reported = done;
      if (done > 0) aborting.abort(new Error("nobody waits"));
    }, aborting.signal); // prettier-ignore
    const error = await work.catch((reason: unknown) => reason);
    expect(error).to.be.an("error");
    expect(reported).to.be.lessThan(stored);
    const settled = () => Promise.resolve(seen.pending === 0);
    await until("the running requests to end", settled);
    const requested = [...seen.requested.values()];
    await previewOf({});
    expect([...seen.requested.values()]).to.deep.equal(requested);
  });

  it("the preview of a draft rejects ids of nonexistent drafts and configurations with validation errors", async () => {
    const [none] = await lines({ draft_id: "none" });
    expect(none).to.deep.include({ data: null });
    const [wrong] = await lines({ configuration: { rules: 1 } });
    expect(wrong).to.deep.include({ data: null });
    const [both] = await lines({ draft_id: "none", configuration: {} });
    expect(both).to.deep.include({ data: null });
  });
});
