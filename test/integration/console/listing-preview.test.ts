import { expect } from "chai";
import type { Choices } from "../../../console/server/listing-preview/choices.js";
import type { ListingPreview, ListingPreviewRequest } from "../../../console/server/listing-preview/listing-preview.js";
import { countDocuments } from "../../../src/engine/search-documents.js";
import { correct } from "../../../src/personalization/taste/correct.js";
import { signIn, type ConsoleSession } from "../../support/console-session.js";
import { useShop, type Storefront } from "../../support/shop.js";
import { device, tasteOn, user } from "../../support/taste.js";

const BRANDS = ["ACORN", "BEACH", "CEDAR"];

const line = (at: number) => ({
  operation: "insert",
  product_data: {
    product_identifier: `p${at}`,
    variant_identifier: `p${at}-1`,
    title: `Shirt ${at}`,
    designer: BRANDS[at % BRANDS.length],
    categories: ["Clothing: Shirts"],
    price: 50,
  },
});

describe("listing previews of the console", () => {
  const shop = useShop({ instances: 1 });
  let storefront: Storefront;
  let session: ConsoleSession;

  before(async () => {
    storefront = await shop.storefront({ popularity: { half_life_days: 30 } });
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

  it("show the unpersonalized page, without a personalized one for unknown shoppers", async () => {
    const { data } = await preview({ shopper: { kind: "anonymous" } });
    const { items } = await storefront.search({ user: { device_id: "stranger" }, limit: 30 });
    expect(data.unpersonalized.items.map(({ item }) => item)).to.deep.equal(items);
    expect([data.personal, data.taste]).to.deep.equal([null, null]);
    const unknown = await preview({ shopper: { kind: "known", device_id: "never-seen" } });
    expect([unknown.data.personal, unknown.data.taste?.tokens]).to.deep.equal([null, []]);
  });

  it("rank by a simulated taste from values and products like by a real one", async () => {
    const liking = await preview({ shopper: { kind: "invented", likes: [{ field: "designer", value: "BEACH" }] } });
    expect(brandsOf(liking.data.personal!, 3)).to.deep.equal(["BEACH", "BEACH", "BEACH"]);
    expect(brandsOf(liking.data.unpersonalized, 3)).not.to.deep.equal(["BEACH", "BEACH", "BEACH"]);
    const looking = await preview({ shopper: { kind: "invented", products: ["p2", "no such product"] } });
    expect(looking.data.taste!.recent_products.map((one) => one.product_identifier)).to.deep.equal(["p2"]);
    expect(looking.data.taste!.tokens.map(({ token }) => token)).to.include("designer=CEDAR");
    const none = await preview({ shopper: { kind: "invented" } });
    expect(none.data.personal).to.equal(null);
  });

  it("show the taste of the given user, or of the device", async () => {
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

  it("leave no stored data", async () => {
    const index = `${shop.engine.prefix}ubi-queries-*`;
    const before = await countDocuments(shop.engine, index);
    await preview({ shopper: { kind: "known", device_id: "looked-at" } });
    expect(await countDocuments(shop.engine, index)).to.equal(before);
    expect(
      (await session<Choices>("GET", "listing-previews/choices")).data.devices.map((one) => one.device_id),
    ).not.to.include("looked-at");
  });

  it("show a draft before its publication, and only in the preview", async () => {
    const { data: draft } = await session<{ id: string; version: string }>("POST", "drafts", { title: "Pins" });
    const rules = [
      { key: "up", action: "pin", product: "p0", position: 1, when: { categories: ["Clothing: Shirts"] } },
    ];
    const { id, version } = draft;
    const saved = await session("PUT", `drafts/${id}`, { title: "Pins", configuration: { rules }, version });
    expect(saved.status).to.equal(200);
    const request = { filters: { categories: "Clothing: Shirts" }, limit: 5 };
    const firstOf = (response: { readonly data: ListingPreview }) => response.data.unpersonalized.items[0]!;
    const drafted = firstOf(await preview({ request, shopper: { kind: "anonymous" }, draft_id: id }));
    expect([drafted.item.product_identifier, drafted.pinned]).to.deep.equal(["p0", { rule: "up", position: 1 }]);
    expect(firstOf(await preview({ request, shopper: { kind: "anonymous" } })).pinned).to.equal(null);
  });

  it("are rejected without a session, for invalid requests and for unknown drafts", async () => {
    const body = { request: {}, shopper: { kind: "anonymous" } };
    const url = `${shop.services[0]!.base_url}/console/api/listing-previews`;
    const headers = { "Content-Type": "application/json" };
    const bare = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    expect(bare.status).to.equal(401);
    const codes = [
      (await session("POST", "listing-previews", { ...body, shopper: { kind: "everyone" } })).error.code,
      (await session("POST", "listing-previews", { ...body, request: { user: { device_id: "1" } } })).error.code,
      (await session("POST", "listing-previews", { ...body, draft_id: "none" })).error.code,
    ];
    expect(codes).to.deep.equal(["validation_error", "validation_error", "not_found"]);
  });

  it("offer the catalogue's own categories and values", async () => {
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
