import { expect } from "chai";
import { tasteIndex } from "../../../src/personalization/taste-store.js";
import { refresh } from "../../../src/engine/indices.js";
import { countDocuments } from "../../../src/engine/search-documents.js";
import { fetchJson } from "../../support/http.js";
import { useShop, type Storefront } from "../../support/shop.js";
import { purchase, view } from "../../support/shopper-events.js";
import { tasteOn, user } from "../../support/taste.js";
import type { ShopperEvent } from "../../../src/tracking/event.js";
import { type DeviceTaste, viewTaste } from "../../../src/personalization/taste/view.js";

describe("the HTTP API for taste profiles", () => {
  const shop = useShop({ instances: 1 });
  let storefront: Storefront;
  let clientId = "";

  before(async () => {
    storefront = await shop.storefront();
    clientId = storefront.client_id;
    const insert = (id: string, designer: string) => ({
      operation: "insert",
      product_data: { product_identifier: id, variant_identifier: id, designer },
    });
    await storefront.ingest([insert("A", "GUCCI"), insert("B", "PRADA")]);
  });

  const consume = (...events: ShopperEvent[]) => tasteOn(shop.engine).consumer.consume(events);
  const of = (device_id: string, user_id: string | null = null) => ({ client_id: clientId, device_id, user_id });
  const call = (method: string, device: string, body?: string, key = storefront.public_key) =>
    fetchJson(
      `${shop.services[0]!.base_url}/v2/taste?service_api_client=${clientId}&device_id=${encodeURIComponent(device)}`,
      {
        method,
        headers: { "X-SERVICE-API-KEY": key, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
        ...(body === undefined ? {} : { body }),
      },
    );
  const taste = async (device: string, method = "GET", body?: object) =>
    (await call(method, device, body && JSON.stringify(body))).body as DeviceTaste;
  const tokens = async (device: string) => (await taste(device)).tokens.map(({ token }) => token);
  const documents = async () => {
    await refresh(shop.engine, tasteIndex(shop.engine));
    return countDocuments(shop.engine, tasteIndex(shop.engine));
  };

  it("the taste endpoint returns the taste profile learned from the events of a device", async () => {
    await consume(view("A", Date.now(), of("phone", "ann")), purchase("T", ["B"], Date.now(), of("laptop", "ann")));
    expect(await tokens("phone")).to.deep.equal(["designer=GUCCI"]);
    expect((await taste("phone")).recent_products.map((one) => one.product_identifier)).to.deep.equal(["A"]);
    expect(await tokens("ann")).to.deep.equal([]);
    expect((await call("GET", "phone")).headers.get("cache-control")).to.equal("no-store");
  });

  it("the taste endpoint does not return the taste profile of a device to another client", async () => {
    const other = await shop.storefront();
    expect((await call("GET", "phone", undefined, other.public_key)).status).to.equal(403);
    const url = `${shop.services[0]!.base_url}/v2/taste?service_api_client=${other.client_id}&device_id=phone`;
    const { body } = await fetchJson(url, { headers: { "X-SERVICE-API-KEY": other.public_key } });
    expect((body as DeviceTaste).tokens).to.deep.equal([]);
  });

  it("the taste endpoint mutes attribute values permanently, and removes attribute values until they are learned again", async () => {
    await consume(view("A", Date.now(), of("corrected")), view("B", Date.now(), of("corrected")));
    const { muted } = await taste("corrected", "PATCH", { mute: ["designer=GUCCI"], remove: ["designer=PRADA"] });
    expect([muted, await tokens("corrected")]).to.deep.equal([["designer=GUCCI"], []]);
    await consume(view("A", Date.now(), of("corrected")), view("B", Date.now(), of("corrected")));
    expect(await tokens("corrected")).to.deep.equal(["designer=PRADA"]);
    await taste("corrected", "PATCH", { unmute: ["designer=GUCCI"], remove_products: ["B"] });
    expect(await tokens("corrected")).to.deep.equal(["designer=GUCCI"]);
  });

  it("the taste endpoint erases the taste profile of a device, but not of the user or of other devices", async () => {
    const late = view("B", Date.now(), of("forgotten", "bob"));
    await consume(view("A", Date.now(), of("forgotten", "bob")), view("A", Date.now(), of("other device", "bob")));
    const { forgotten_at } = await taste("forgotten", "DELETE");
    expect(forgotten_at).to.be.a("string");
    await consume(late);
    expect(await taste("forgotten")).to.deep.equal({
      device_id: "forgotten",
      learned_until: null,
      forgotten_at,
      tokens: [],
      muted: [],
      recent_products: [],
    });
    expect(await tokens("other device")).to.deep.equal(["designer=GUCCI"]);
    const [bob] = await tasteOn(shop.engine).store.load([user("bob", clientId)]);
    expect(viewTaste(bob).recent_products).to.have.length(2);
  });

  it("the taste endpoint neither stores nor returns data for an anonymous shopper", async () => {
    const before = await documents();
    const nothing = { learned_until: null, forgotten_at: null, tokens: [], muted: [], recent_products: [] };
    for (const [method, body] of [["GET"], ["PATCH", { mute: ["designer=GUCCI"] }], ["DELETE"]] as const) {
      expect(await taste("anonymous", method, body)).to.deep.equal({ device_id: "anonymous", ...nothing });
    }
    await taste("nobody", "PATCH", { unmute: ["designer=GUCCI"] });
    expect(await documents()).to.equal(before);
  });

  for (const [what, body, field, message] of [
    ["no fields", {}, null, "the body must be a non-empty object"],
    ["a misspelt field", { mutes: [] }, "mutes", "did you mean `mute`?"],
    ["an invalid token", { mute: ["GUCCI"] }, "mute.0", "must be a token from `tokens`, like `designer=GUCCI`"],
    ["a string instead of a list", { remove: "designer=GUCCI" }, "remove", "must be a list"],
    ["too many tokens", { mute: Array.from({ length: 101 }, (_, at) => `a=${at}`) }, "mute", "100"],
  ] as const) {
    it(`the taste endpoint rejects a change of a taste profile with ${what}`, async () => {
      const response = await call("PATCH", "phone", JSON.stringify(body));
      const [error] = (response.body as { errors: { message: string; context: { field: string } | null }[] }).errors;
      expect([response.status, error?.context?.field ?? null]).to.deep.equal([400, field]);
      expect(error?.message).to.include(message);
    });
  }

  it("the taste endpoint rejects unsupported methods and requests from pages of unlisted origins", async () => {
    const other = await fetchJson(`${shop.services[0]!.base_url}/v2/taste?service_api_client=${clientId}`, {
      method: "OPTIONS",
      headers: { Origin: "https://evil.example", "Access-Control-Request-Method": "DELETE" },
    });
    expect(other.headers.get("access-control-allow-origin")).to.equal(null);
    expect((await call("PUT", "phone")).status).to.equal(405);
  });
});
