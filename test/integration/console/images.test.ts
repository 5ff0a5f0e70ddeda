import { randomBytes } from "node:crypto";
import { expect } from "chai";
import type { UploadedImage } from "../../../console/server/images/routes.js";
import { putDocument } from "../../../src/engine/documents.js";
import { refresh } from "../../../src/engine/indices.js";
import { signIn, type ConsoleSession } from "../../support/console-session.js";
import { PNG } from "../../support/images.js";
import { useShop, type Storefront } from "../../support/shop.js";

const file = (bytes: Buffer, type = "image/png") => new Blob([new Uint8Array(bytes)], { type });
/** Returns a file of the given size in bytes that begins like a PNG image. */
const ofLength = (length: number) => Buffer.concat([PNG, randomBytes(length - PNG.length)]);

describe("uploaded images", () => {
  const shop = useShop({ instances: 2 });
  let storefront: Storefront;
  let editor: ConsoleSession;

  beforeEach("open a shop", async () => {
    storefront = await shop.storefront();
    editor = await signIn(shop.services[0]!, storefront.private_key, "Edda", "editor");
  });

  const upload = (image: Blob, as = editor) => as<UploadedImage>("POST", "images", image);
  const get = (path: string, instance = 1) => fetch(`${shop.services[instance]!.base_url}${path}`);

  it("uploaded images are served by all processes with headers for permanent caching", async () => {
    const { status, data } = await upload(file(PNG));
    expect(status).to.equal(200);
    expect(data.url).to.match(new RegExp(`^/v1/images/${storefront.client_id}/[0-9a-f]{32}\\.png$`));
    for (const instance of [0, 1, 1]) {
      const response = await get(data.url, instance);
      const header = (name: string) => response.headers.get(name);
      expect(response.status).to.equal(200);
      expect(header("content-type")).to.equal("image/png");
      expect(header("cache-control")).to.equal("public, max-age=31536000, immutable");
      expect(header("x-content-type-options")).to.equal("nosniff");
      expect(header("content-security-policy")).to.match(/^default-src 'none'/);
      expect(header("cross-origin-resource-policy")).to.equal("cross-origin");
      expect(Buffer.from(await response.arrayBuffer()).equals(PNG)).to.equal(true);
    }
  });

  it("uploaded images with identical content have the same URL", async () => {
    const { url } = (await upload(file(PNG))).data;
    expect((await upload(file(PNG))).data.url).to.equal(url);
    expect((await upload(file(ofLength(500)))).data.url).not.to.equal(url);
    const other = await shop.storefront();
    const elsewhere = await get(url.replace(storefront.client_id, other.client_id));
    expect(elsewhere.status).to.equal(404);
    const { errors } = (await elsewhere.json()) as { errors: { code: string; message: string }[] };
    expect(errors).to.deep.equal([{ code: "not_found", message: "this image does not exist", context: null }]);
    for (const path of [
      "nobody/a.png",
      `${storefront.client_id}/..%2fdrafts`,
      `${"x".repeat(600)}/${"0".repeat(32)}.png`,
    ]) {
      expect((await get(`/v1/images/${path}`)).status, path).to.equal(404);
    }
  });

  it("uploaded images are rejected if they exceed one megabyte or do not match their content type", async () => {
    expect((await upload(file(ofLength(1_000_000)))).status).to.equal(200);
    const tooLarge = await upload(file(ofLength(1_000_001)));
    expect([tooLarge.status, tooLarge.error.code]).to.deep.equal([413, "payload_too_large"]);
    const wrong = await upload(file(PNG, "image/webp"));
    expect([wrong.status, wrong.error.message]).to.deep.equal([
      400,
      "the file is not a valid image of the type image/webp",
    ]);
    const empty = await upload(file(Buffer.alloc(0)));
    expect(empty.status).to.equal(400);
    const svg = await upload(file(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "image/svg+xml"));
    expect([svg.status, svg.error.message]).to.deep.equal([
      415,
      "the image must be in PNG, JPEG, WebP, GIF or AVIF format",
    ]);
  });

  it("uploaded images are rejected if the user has the viewer role", async () => {
    const viewer = await signIn(shop.services[0]!, storefront.private_key, "Vera", "viewer");
    const { status, error } = await upload(file(PNG), viewer);
    expect([status, error.code]).to.deep.equal([403, "forbidden"]);
  });

  it("uploaded images are limited to 500 per shop", async () => {
    const { client_id } = storefront;
    const index = `${shop.engine.prefix}images`;
    const known = file(ofLength(100));
    await upload(known);
    const others = Array.from({ length: 499 }, (_, at) => `${client_id}/${at}`);
    await Promise.all(others.map((id) => putDocument(shop.engine, index, id, { client_id })));
    await refresh(shop.engine, index);
    const { status, error } = await upload(file(PNG));
    expect([status, error.message]).to.deep.equal([
      400,
      "the shop has 500 images, the maximum; use the URL of an image instead",
    ]);
    expect((await upload(known)).status).to.equal(200);
  });
});

describe("uploaded images of a service with a public URL", () => {
  const shop = useShop({ instances: 1, settings: { CONSOLE_ORIGIN: "https://search.example" } });

  it("uploaded images of a service with a public URL have absolute URLs", async () => {
    const { private_key, client_id } = await shop.storefront();
    const editor = await signIn(shop.services[0]!, private_key, "Edda", "editor");
    const { url } = (await editor<UploadedImage>("POST", "images", file(PNG))).data;
    expect(url).to.match(new RegExp(`^https://search\\.example/v1/images/${client_id}/[0-9a-f]{32}\\.png$`));
  });
});
