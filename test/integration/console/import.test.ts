import { expect } from "chai";
import { request } from "node:http";
import { gzipSync } from "node:zlib";
import type { JobDetail } from "../../../console/server/catalog/jobs.js";
import type { FilePreview } from "../../../console/server/import/read-file.js";
import type { StreamLine } from "../../../console/server/stream.js";
import { ensureMember } from "../../support/console-session.js";
import { useShop, type Storefront } from "../../support/shop.js";
import { until } from "../../support/until.js";

/**
 * CSV file whose prices may be before or after the discount, with too few words to detect the language, and without a
 * currency.
 */
const LAMPS = [
  "sku;name;brand;price;discount",
  ...Array.from({ length: 12 }, (_, at) => `L${at};Lamp ${at};Ostra;${20 + at}.50;${at === 0 ? "20%" : ""}`),
  "",
].join("\n");

const NO_ANSWERS = { columns: {}, accept: [] };

describe("importing an uploaded product file in the console", () => {
  const shop = useShop({ instances: 1 });
  let storefront: Storefront;

  beforeEach(async () => void (storefront = await shop.storefront()));

  /** Signs in to the console and returns functions that call the import routes. */
  async function signedIn(to: Storefront, role: "editor" | "publisher" = "publisher") {
    const base = shop.services[0]!.base_url;
    const session = await ensureMember(base, to.private_key, role, role);
    const { data } = (await session.json()) as { data: { csrf_token: string } };
    const cookie = (session.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const send = async (method: string, path: string, body: string | Buffer, type: string) => {
      const headers = { Cookie: cookie, "X-CSRF-Token": data.csrf_token, "Content-Type": type };
      const response = await fetch(`${base}/console/api/${path}`, { method, headers, body });
      return { status: response.status, text: await response.text() };
    };
    /** Sends only the headers of an upload. @returns the HTTP status code */
    const announce = (bytes: number) =>
      new Promise<number | undefined>((resolve, reject) => {
        const type = "application/octet-stream";
        const headers = {
          Cookie: cookie,
          "X-CSRF-Token": data.csrf_token,
          "Content-Type": type,
          "Content-Length": bytes,
        };
        const sending = request(`${base}/console/api/imports`, { method: "POST", headers }, (response) => {
          resolve(response.statusCode);
          sending.destroy();
        });
        sending.once("error", reject).flushHeaders();
      });
    const parsed = ({ status, text }: { status: number; text: string }) => {
      const { data: found, errors } = JSON.parse(text) as { data: unknown; errors: { code: string; message: string }[] | null }; // prettier-ignore
      return { status, data: found as Record<string, unknown>, error: errors?.[0] };
    };
    const call = async (method: string, path: string, body: object) =>
      parsed(await send(method, path, JSON.stringify(body), "application/json"));
    const upload = async (content: string | Buffer, type = "application/octet-stream") =>
      parsed(await send("POST", "imports", content, type));
    const preview = async (id: unknown, answers: object): Promise<FilePreview> => {
      const { text } = await send("POST", `imports/${String(id)}/preview`, JSON.stringify(answers), "application/json");
      const last = JSON.parse(text.trim().split("\n").at(-1) ?? "") as StreamLine<FilePreview>;
      if (!("result" in last)) throw new Error(text);
      return last.result;
    };
    const start = (id: unknown, answers: object, more: object = {}) =>
      call("POST", `imports/${String(id)}/import`, { answers, name: "lamps.csv", mode: "soft_replace", max_removed_share: 0.1, ...more }); // prettier-ignore
    const get = async <T>(path: string) =>
      ((await (await fetch(`${base}/console/api/${path}`, { headers: { Cookie: cookie } })).json()) as { data: T })
        .data;
    return { announce, call, upload, preview, start, get };
  }

  it("a file import starts only after all questions about the file are answered", async () => {
    const anna = await signedIn(storefront);
    const { id } = (await anna.upload(LAMPS)).data;
    const first = await anna.preview(id, NO_ANSWERS);
    expect(first.questions.map(({ kind, about }) => [kind, about])).to.deep.equal([
      ["column", "price"],
      ["language", "language"],
      ["currency", "currency"],
    ]);
    const refused = await anna.start(id, NO_ANSWERS);
    expect([refused.status, refused.error?.message]).to.deep.equal([
      400,
      "Some questions about the file are not answered yet: price, language.",
    ]);

    const answers = { columns: { price: "price:less-percent" }, accept: [], language: "swedish", currency: "SEK" };
    const { sample, questions, products, variants, format, proposal } = await anna.preview(id, answers);
    expect({ questions, products, variants, format }).to.deep.equal({
      questions: [],
      products: 12,
      variants: 12,
      format: "CSV",
    });
    expect(sample[0]).to.deep.equal({
      product_identifier: "L0",
      title: "Lamp 0",
      about: ["Ostra"],
      picture: null,
      prices: [16.4, 16.4],
      currency: null,
      variants: 1,
      sold_out: false,
    });
    expect(proposal).to.deep.include({ language: "swedish", currency: "SEK" });

    const { data } = await anna.start(id, answers);
    await until("the end of the job", async () => {
      const job = await anna.get<JobDetail>(`catalog/jobs/${String(data["job"])}`);
      expect(job.trigger).to.deep.equal({ type: "api", user: "publisher", comment: "lamps.csv" });
      return job.state === "completed";
    });
    const { items } = await storefront.search({ filters: { product_identifier: "L3" } });
    expect(items.map(({ name, price }) => [name, price])).to.deep.equal([["Lamp 3", 23.5]]);
    const gone = await anna.start(id, answers);
    expect(gone.error?.code).to.equal("not_found");
  });

  it("a file import does not ask for the language and currency if the shop already has products", async () => {
    const anna = await signedIn(storefront);
    await storefront.ingest([{ operation: "insert", product_data: { product_identifier: "X", variant_identifier: "X", title: "Chair" } }]); // prettier-ignore
    const { id } = (await anna.upload(LAMPS)).data;
    const { questions, proposal } = await anna.preview(id, NO_ANSWERS);
    expect({ about: questions.map(({ about }) => about), proposal }).to.deep.equal({
      about: ["price"],
      proposal: null,
    });
  });

  it("a file import rejects files that are too large or contain no products", async () => {
    const anna = await signedIn(storefront);
    expect(await anna.announce(200_000_001)).to.equal(413);
    const json = await anna.call("POST", "imports", {});
    expect([json.status, json.error?.code]).to.deep.equal([415, "unsupported_media_type"]);
    const empty = await anna.upload("");
    expect([empty.status, empty.error?.code]).to.deep.equal([400, "payload_empty"]);
    const reasons: string[] = [];
    const picture = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
    const bomb = gzipSync(Buffer.alloc(150_000_000, "a"));
    for (const content of [picture, bomb, "<html><body>Hello</body></html>", "sku,name\n", "PK\u0003\u0004broken"]) {
      const { id } = (await anna.upload(content)).data;
      const error = await anna.preview(id, NO_ANSWERS).then(() => "read", String);
      reasons.push(/"message":"([^"]*)"/.exec(error.replaceAll('\\"', "'"))?.[1] ?? error);
    }
    expect(reasons).to.deep.equal([
      "The file cannot be imported: the file is neither text nor an Excel workbook",
      "The file cannot be imported: the file has a header but no products",
      "The file cannot be imported: this is a web page: expected the address of the feed itself",
      "The file cannot be imported: the file has a header but no products",
      "The file cannot be imported: the zip archive is damaged or truncated: End of central directory record signature not found. Either not a zip file, or file is truncated.",
    ]);
  });

  it("a file import rejects an answer that names a column that the file does not have", async () => {
    const anna = await signedIn(storefront);
    const { id } = (await anna.upload(LAMPS)).data;
    const error = await anna.preview(id, { columns: { price: "cost" }, accept: [] }).then(() => "read", String);
    expect(error).to.contain("price=cost: the file has no column");
  });

  it("a file import is rejected if the file belongs to another shop or the user has the editor role", async () => {
    const other = await shop.storefront();
    const [anna, ben] = [await signedIn(storefront), await signedIn(other)];
    const { id } = (await anna.upload(LAMPS)).data;
    for (const wanted of [id, "../../etc/passwd", "1700000000000-00000000-0000-0000-0000-000000000000"]) {
      const path = `imports/${encodeURIComponent(String(wanted))}`;
      expect((await ben.call("POST", `${path}/preview`, NO_ANSWERS)).error?.code).to.equal("not_found");
      await ben.call("DELETE", path, {});
    }
    expect((await anna.preview(id, NO_ANSWERS)).products).to.equal(12);
    const editor = await signedIn(storefront, "editor");
    expect((await editor.upload(LAMPS)).error?.code).to.equal("forbidden");
    expect((await editor.start(id, NO_ANSWERS)).error?.code).to.equal("forbidden");
  });

  it("a file import stores at most five files per shop", async () => {
    const anna = await signedIn(storefront);
    const ids: unknown[] = [];
    for (let count = 0; count < 6; count += 1) ids.push((await anna.upload(LAMPS)).data["id"]);
    const statusOf = async (id: unknown) => (await anna.call("POST", `imports/${String(id)}/preview`, NO_ANSWERS).then(({ status }) => status, () => 200)); // prettier-ignore
    expect([await statusOf(ids[0]), await statusOf(ids[1])]).to.deep.equal([404, 200]);
  });
});
