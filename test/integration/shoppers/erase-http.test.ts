import { expect } from "chai";
import { refresh } from "../../../src/engine/indices.js";
import { countDocuments } from "../../../src/engine/search-documents.js";
import { tasteIndex } from "../../../src/personalization/taste-store.js";
import { fetchJson } from "../../support/http.js";
import { useShop, type Storefront } from "../../support/shop.js";

describe("erasing shopper data over HTTP", () => {
  const shop = useShop({ instances: 1 });
  let storefront: Storefront;
  let other: Storefront;
  before(async () => {
    [storefront, other] = [await shop.storefront(), await shop.storefront()];
  });

  const post = (body: string, more: Record<string, string> = {}, method = "POST") =>
    fetchJson(`${shop.services[0]!.base_url}/v1/shoppers/erase`, {
      method,
      headers: { "X-SERVICE-API-KEY": storefront.private_key, "Content-Type": "application/json", ...more },
      ...(method === "POST" ? { body } : {}),
    });
  const view = (event_id: string, device_id: string, user_id: string | null = null) =>
    JSON.stringify({
      type: "product_view",
      event_id,
      device_id,
      user_id,
      occurred_at: Date.now() - 60_000,
      product: { id: "p" },
    });
  const send = (of: Storefront, ...lines: readonly string[]) =>
    fetchJson(`${shop.services[0]!.base_url}/v1/events`, {
      method: "POST",
      headers: { "X-SERVICE-API-KEY": of.private_key, "Content-Type": "application/x-ndjson" },
      body: lines.join("\n"),
    });
  const events = async (client_id: string) => {
    const index = `${shop.engine.prefix}ubi-events-*`;
    await refresh(shop.engine, index);
    return countDocuments(shop.engine, index, { term: { application: client_id } });
  };
  const tombstones = async () => {
    await refresh(shop.engine, tasteIndex(shop.engine));
    return countDocuments(shop.engine, tasteIndex(shop.engine), { exists: { field: "erased_at" } });
  };

  for (const [what, body, field] of [
    ["contains no shopper id", {}, null],
    ["contains only null as the device id", { device_id: null }, null],
    ["contains an empty device id", { device_id: "" }, "device_id"],
    ["contains the device id of anonymous shoppers", { device_id: "anonymous", user_id: "ada" }, "device_id"],
    ["contains a NUL character", { user_id: "a\0b" }, "user_id"],
    ["contains a user id that is too long", { user_id: "x".repeat(257) }, "user_id"],
    ["contains a number as the user id", { user_id: 7 }, "user_id"],
    ["contains a misspelt field", { device: "d" }, "device"],
  ] as const) {
    it(`the erasure endpoint rejects a request that ${what}`, async () => {
      const response = await post(JSON.stringify(body));
      const [error] = (response.body as { errors: { code: string; context: { field: string } | null }[] }).errors;
      expect([response.status, error?.code, error?.context?.field ?? null]).to.deep.equal([
        400,
        "validation_error",
        field,
      ]);
      expect(await tombstones()).to.equal(0);
    });
  }

  it("the erasure endpoint rejects public keys, unsupported content types and unsupported methods", async () => {
    const status = async (more: Record<string, string>, method?: string) =>
      (await post('{"device_id":"d"}', more, method)).status;
    expect(await status({ "X-SERVICE-API-KEY": storefront.public_key })).to.equal(403);
    expect(await status({ "X-SERVICE-API-KEY": "sk_none" })).to.equal(401);
    expect(await status({ "Content-Type": "application/x-www-form-urlencoded" })).to.equal(415);
    expect(await status({}, "GET")).to.equal(405);
    expect(await status({}, "DELETE")).to.equal(405);
    expect(await tombstones()).to.equal(0);
  });

  it("the erasure endpoint accepts any identifier that events may contain", async () => {
    const strange = ["  blank ", 'quo"te\\', "😀", "*", "x".repeat(256), "a b"];
    const lines = strange.map((id, at) => view(`e${at}`, id, id));
    await send(storefront, ...lines, view("kept", "blank"));
    await send(other, ...lines);
    for (const id of strange) {
      const response = await post(JSON.stringify({ device_id: id, user_id: id }));
      expect([id, (response.body as { data: { removed: { events: number } } }).data.removed.events]).to.deep.equal([
        id,
        1,
      ]);
    }
    expect([await events(storefront.client_id), await events(other.client_id)]).to.deep.equal([1, strange.length]);
  });

  it("the erasure endpoint's metrics contain counts but no shopper identifiers", async () => {
    const text = await (await fetch(`${shop.services[0]!.operations_url}/metrics`)).text();
    expect(text).to.match(/^vitrine_erasures_total\{kind="both"\} 6$/m);
    expect(text).to.match(/^vitrine_erased_documents_total\{kind="events"\} 6$/m);
    expect(text).not.to.include("quo");
  });

  it("the events endpoint rejects events of an erased shopper that are sent again after the erasure", async () => {
    const line = view("again", "again-device", "again-user");
    await send(storefront, line);
    const erase = async () => {
      const { body } = await post('{"device_id":"again-device","user_id":"again-user"}');
      return (body as { data: { removed: { events: number; tastes: number } } }).data.removed;
    };
    expect(await erase()).to.include({ events: 1, tastes: 2 });
    expect((await send(storefront, line)).body).to.have.nested.property("data.events.erased", 1);
    expect(await erase()).to.include({ events: 0 });
  });
});
