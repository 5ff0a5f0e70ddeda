import { expect } from "chai";
import { conditionsIn, filterOf } from "../../../console/parts/conditions.js";
import type { OpenedDraft } from "../../../console/server/drafts/draft.js";
import type { Choices } from "../../../console/server/listing-preview/choices.js";
import type { ListingPreview, ListingPreviewRequest } from "../../../console/server/listing-preview/listing-preview.js";
import type { SlotsPreview } from "../../../console/server/listing-preview/slots.js";
import type { CatalogField } from "../../../console/server/listing-preview/values.js";
import type { FrequentValue } from "../../../src/catalog/frequent-values.js";
import { countDocuments } from "../../../src/engine/search-documents.js";
import { correct } from "../../../src/personalization/taste/correct.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import type { RuleRemarks } from "../../../src/publishing/index.js";
import { signIn, type ConsoleSession } from "../../support/console-session.js";
import { useShop, type Storefront } from "../../support/shop.js";
import { device, tasteOn, user } from "../../support/taste.js";

const BRANDS = ["ACORN", "BEACH", "CEDAR"];

const DAY_MS = 86_400_000;
const inFiveDays = () => new Date(Date.now() + 5 * DAY_MS).toISOString();

const line = (at: number) => ({
  operation: "insert",
  product_data: {
    product_identifier: `p${at}`,
    variant_identifier: `p${at}-1`,
    title: `Shirt ${at}`,
    designer: BRANDS[at % BRANDS.length],
    categories: ["Clothing: Shirts"],
    price: 50,
    on_sale: at < 4,
    published_at: new Date(Date.now() - at * DAY_MS).toISOString(),
  },
});

const CONFIGURATION: ConfigurationDocument = {
  popularity: { half_life_days: 30 },
  placements: { product_page: { slots: [{ key: "more", title: "More", profile: "similar" }], max_products: 4 } },
};

describe("listing previews of the console", () => {
  const shop = useShop({ instances: 1 });
  let storefront: Storefront;
  let session: ConsoleSession;

  before(async () => {
    storefront = await shop.storefront(CONFIGURATION);
    await storefront.ingest(
      Array.from({ length: 30 }, (_, at) => line(at)),
      "soft_replace",
    );
    session = await signIn(shop.services[0]!, storefront.private_key, "Anna");
  });

  const preview = (requested: Omit<ListingPreviewRequest, "request"> & { readonly request?: object }) =>
    session<ListingPreview>("POST", "listing-previews", { request: { limit: 30 }, ...requested });

  const brandsOf = ({ items }: ListingPreview["unpersonalized"], count: number) =>
    items.slice(0, count).map(({ item }) => (item as { readonly designer?: unknown }).designer);

  it("listing previews for an unknown shopper show only the unpersonalized page", async () => {
    const { data } = await preview({ shopper: { kind: "anonymous" } });
    const { items } = await storefront.search({ user: { device_id: "stranger" }, limit: 30 });
    expect(data.unpersonalized.items.map(({ item }) => item)).to.deep.equal(items);
    expect([data.personal, data.taste]).to.deep.equal([null, null]);
    const unknown = await preview({ shopper: { kind: "known", device_id: "never-seen" } });
    expect([unknown.data.personal, unknown.data.taste?.tokens]).to.deep.equal([null, []]);
  });

  it("listing previews rank products by a simulated taste profile", async () => {
    const liking = await preview({ shopper: { kind: "simulated", likes: [{ field: "designer", value: "BEACH" }] } });
    expect(brandsOf(liking.data.personal!, 3)).to.deep.equal(["BEACH", "BEACH", "BEACH"]);
    expect(brandsOf(liking.data.unpersonalized, 3)).not.to.deep.equal(["BEACH", "BEACH", "BEACH"]);
    const looking = await preview({ shopper: { kind: "simulated", products: ["p2", "no such product"] } });
    expect(looking.data.taste!.recent_products.map((one) => one.product_identifier)).to.deep.equal(["p2"]);
    expect(looking.data.taste!.tokens.map(({ token }) => token)).to.include("designer=CEDAR");
    const none = await preview({ shopper: { kind: "simulated" } });
    expect(none.data.personal).to.equal(null);
  });

  it("listing previews show the taste profile of the requested user or device", async () => {
    const { client_id } = storefront;
    const owners = [device("adas-phone", client_id), user("ada", client_id)];
    await tasteOn(shop.engine).store.change(owners, (owner, before) =>
      correct(before, { mute: [owner.kind === "user" ? "designer=ACORN" : "designer=BEACH"] }),
    );
    const known = { kind: "known", device_id: "adas-phone" } as const;
    expect((await preview({ shopper: known })).data.taste?.muted).to.deep.equal(["designer=BEACH"]);
    const ada = await preview({ shopper: { ...known, user_id: "ada" } });
    expect(ada.data.taste?.muted).to.deep.equal(["designer=ACORN"]);
  });

  it("listing previews store no data about the shopper", async () => {
    const index = `${shop.engine.prefix}ubi-queries-*`;
    const before = await countDocuments(shop.engine, index);
    await preview({ shopper: { kind: "known", device_id: "looked-at" } });
    expect(await countDocuments(shop.engine, index)).to.equal(before);
    expect(
      (await session<Choices>("GET", "listing-previews/choices")).data.devices.map((one) => one.device_id),
    ).not.to.include("looked-at");
  });

  /** Creates a draft. @returns the id */
  async function draftOf(configuration: ConfigurationDocument): Promise<string> {
    const { data: draft } = await session<OpenedDraft>("POST", "drafts", { title: "Draft" });
    const { id, title, version, base } = draft;
    const changed = { title, version, base: base.publication, configuration: { ...CONFIGURATION, ...configuration } };
    expect((await session("PUT", `drafts/${id}`, changed)).status).to.equal(200);
    return id;
  }

  const SHIRTS = { filters: { categories: "Clothing: Shirts" }, limit: 5 };
  const anonymous = { kind: "anonymous" } as const;
  const firstOf = ({ data }: { readonly data: ListingPreview }) => data.unpersonalized.items[0]!;

  it("listing previews show an unpublished draft", async () => {
    const draft_id = await draftOf({
      rules: [{ key: "up", action: "pin", product: "p0", position: 1, when: { categories: ["Clothing: Shirts"] } }],
    });
    const drafted = firstOf(await preview({ request: SHIRTS, shopper: anonymous, draft_id }));
    expect([drafted.item.product_identifier, drafted.pinned]).to.deep.equal(["p0", { rule: "up", wanted_position: 1 }]);
    expect(firstOf(await preview({ request: SHIRTS, shopper: anonymous })).pinned).to.equal(null);
  });

  it("listing previews evaluate campaigns, banners and relative dates at the selected time", async () => {
    const saturday = inFiveDays();
    const draft_id = await draftOf({
      campaigns: [{ key: "sale", starts_at: saturday.slice(0, 16), time_zone: "UTC" }],
      rules: [
        { key: "up", action: "pin", product: "p29", position: 1, campaign: "sale" },
        { key: "offer", action: "banner", text: "Sale", campaign: "sale" },
        { key: "new", action: "hide", filters: { published_at: { $newer_than_days: 3 } } },
      ],
    });
    const simulated = { kind: "simulated", likes: [{ field: "designer", value: "BEACH" }] } as const;
    const seen = async (at: string | null) => {
      const { data } = await preview({ request: SHIRTS, shopper: simulated, draft_id, at });
      const { rules, items, total } = data.unpersonalized;
      const keys = rules.map(({ key }) => key);
      return [keys, items[0]?.pinned?.rule, data.personal?.items[0]?.pinned?.rule, total, data.hidden];
    };
    const later = new Date(Date.parse(saturday) + 60_000).toISOString();
    expect(await seen(null)).to.deep.equal([["new"], undefined, undefined, 26, [{ rule: "new", products: 4 }]]);
    expect(await seen(later)).to.deep.equal([["up", "offer", "new"], "up", "up", 30, []]);
  });

  it("listing previews count the products that each rule hides from a search or listing", async () => {
    const draft_id = await draftOf({
      rules: [
        { key: "no acorn", action: "hide", filters: { designer: "ACORN" } },
        { key: "one beach", action: "hide", products: ["p1"] },
        { key: "elsewhere", action: "hide", products: ["p4"], when: { queries: ["trousers"] } },
        { key: "ended", action: "hide", products: ["p7"], ends_at: "2020-01-01T00:00:00Z" },
      ],
    });
    const hiddenIn = async (request: object) => (await preview({ request, shopper: anonymous, draft_id })).data.hidden;
    expect(await hiddenIn({ query: "acorn" })).to.deep.equal([{ rule: "no acorn", products: 10 }]);
    expect(await hiddenIn(SHIRTS)).to.deep.equal([
      { rule: "no acorn", products: 10 },
      { rule: "one beach", products: 1 },
    ]);
    expect(await hiddenIn({ query: "cedar" })).to.deep.equal([]);
    expect(await hiddenIn({})).to.deep.equal([]);
    expect((await preview({ request: { query: "acorn" }, shopper: anonymous })).data.hidden).to.deep.equal([]);
  });

  it("listing previews offer the values of boolean fields in a form that the filters of rules accept", async () => {
    const { data: fields } = await session<CatalogField[]>("GET", "listing-previews/fields");
    expect(fields.find(({ field }) => field === "on_sale")).to.deep.equal({ field: "on_sale", type: "boolean" });
    const { data: values } = await session<FrequentValue[]>("GET", "listing-previews/values?field=on_sale");
    expect(values).to.deep.equal([
      { value: "false", products: 26 },
      { value: "true", products: 4 },
    ]);
    const [condition] = conditionsIn({ on_sale: true })!;
    const filters = filterOf([condition!]) as Record<string, unknown>;
    const draft_id = await draftOf({ rules: [{ key: "sale", action: "boost", filters, points: 20 }] });
    const remarks = await session<RuleRemarks[]>("GET", `drafts/${draft_id}/rules`);
    expect(remarks.data).to.deep.equal([]);
    const { data } = await preview({ request: SHIRTS, shopper: anonymous, draft_id });
    const first = data.unpersonalized.items.slice(0, 4).map(({ item }) => item.product_identifier);
    expect(first).to.have.members(["p0", "p1", "p2", "p3"]);
  });

  it("listing previews show the recommendation slots of a product page at the requested time", async () => {
    const saturday = inFiveDays();
    const slots = (body: object) =>
      session<SlotsPreview>("POST", "listing-previews/slots", { shopper: anonymous, ...body });
    const request = { placement: "product_page", product: "p0" };
    const { data } = await slots({ request });
    expect(data.slots.map(({ key, items }) => [key, items.length])).to.deep.equal([["more", 4]]);
    expect(data.slots[0]!.items.map(({ product_identifier }) => product_identifier)).not.to.include("p0");
    const draft_id = await draftOf({
      rules: [{ key: "acorn", action: "hide", filters: { designer: "ACORN" }, starts_at: saturday }],
    });
    const brands = async (at: string | null) => {
      const drafted = await slots({ request, draft_id, at });
      return [...new Set(drafted.data.slots[0]!.items.map((item) => item["designer"]))];
    };
    expect(await brands(null)).to.include("ACORN");
    expect(await brands(saturday)).not.to.include("ACORN");
    expect((await slots({ request: { ...request, placement: "none" } })).error.code).to.equal("validation_error");
  });

  it("listing previews are rejected if the request is invalid, names a nonexistent draft, or has no session", async () => {
    const body = { request: {}, shopper: { kind: "anonymous" } };
    const url = `${shop.services[0]!.base_url}/console/api/listing-previews`;
    const headers = { "Content-Type": "application/json" };
    const bare = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    expect(bare.status).to.equal(401);
    const codes = [
      (await session("POST", "listing-previews", { ...body, shopper: { kind: "everyone" } })).error.code,
      (await session("POST", "listing-previews", { ...body, request: { user: { device_id: "1" } } })).error.code,
      (await session("POST", "listing-previews", { ...body, at: "Saturday" })).error.code,
      (await session("POST", "listing-previews", { ...body, draft_id: "none" })).error.code,
    ];
    expect(codes).to.deep.equal(["validation_error", "validation_error", "validation_error", "not_found"]);
  });

  it("listing previews offer the categories and brands of the catalogue as choices", async () => {
    const { data } = await session<Choices>("GET", "listing-previews/choices");
    expect(data.categories).to.deep.equal([
      { value: "Clothing", products: 30 },
      { value: "Clothing: Shirts", products: 30 },
    ]);
    expect(data.likes.find(({ field }) => field === "designer")?.values).to.deep.equal(
      BRANDS.map((value) => ({ value, products: 10 })),
    );
  });
});
