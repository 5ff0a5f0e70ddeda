import { expect } from "chai";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { download, type DownloadOptions } from "../../../../packages/import/command/download.js";
import { intervalOf, momentOf, repeated } from "../../../../packages/import/command/import-address.js";
import { isPublicAddress, publicLookup } from "../../../../packages/import/command/public-address.js";

describe("import from a URL", () => {
  let folder: string;
  let server: Server;
  let asked: IncomingHttpHeaders[];
  const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "vitrine-test-"));
    server = createServer((request, response) => {
      asked.push(request.headers);
      if (request.headers["if-none-match"] === '"1"') response.writeHead(304).end();
      else if (request.url === "/feed") response.setHeader("ETag", '"1"').end("id\n1\n");
      else if (request.url === "/gzip") response.setHeader("Content-Encoding", "gzip").end(gzipSync("0".repeat(5_000)));
      else if (request.url === "/cut")
        response.writeHead(200, { "Content-Length": 10 }).end("id", () => response.destroy());
      else if (request.url === "/drip") response.write("id\n");
      else if (request.url === "/on") response.writeHead(302, { Location: "/feed" }).end();
      else if (request.url === "/round") response.writeHead(302, { Location: "/round" }).end();
      else if (request.url === "/file") response.writeHead(302, { Location: "file:///etc/passwd" }).end();
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  beforeEach(() => (asked = []));
  after(async () => {
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true });
  });

  const loaded = async (path: string, options: Partial<DownloadOptions> = {}) => {
    const file = join(folder, "file");
    const validators = await download(at(path), file, { allowPrivate: true, ...options });
    return [validators, validators === "unchanged" ? "" : await readFile(file, "utf8")];
  };
  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => "no failure",
      (error: unknown) => (error as Error).message,
    );

  it("an import from a URL downloads the file, even after a redirect, and returns its ETag", async () => {
    expect(await loaded("/feed")).to.deep.equal([{ etag: '"1"' }, "id\n1\n"]);
    expect(await loaded("/on")).to.deep.equal([{ etag: '"1"' }, "id\n1\n"]);
    expect(await loaded("/gzip")).to.deep.equal([{}, "0".repeat(5_000)]);
  });

  it("an import from a URL uses Last-Modified as the time of the file, unless the header is invalid or in the future", () => {
    const now = new Date("2026-01-05T12:00:00.250Z");
    expect(
      ["Mon, 05 Jan 2026 11:59:00 GMT", "Mon, 05 Jan 2026 12:00:01 GMT", "soon", undefined].map((written) =>
        momentOf(written, now),
      ),
    ).to.deep.equal(["2026-01-05T11:59:00.000Z", ...Array<string>(3).fill("2026-01-05T12:00:00.250Z")]);
  });

  it("an import from a URL does not download a file again if the file has not changed", async () => {
    const known = { etag: '"1"', last_modified: "Mon, 05 Jan 2026 12:00:00 GMT" };
    expect(await loaded("/feed", { known })).to.deep.equal(["unchanged", ""]);
    expect(asked[0]).to.include({ "if-none-match": '"1"', "if-modified-since": known.last_modified });
  });

  it("an import from a URL rejects invalid redirects and files that are missing, truncated, too large or too slow", async () => {
    expect(await failure(loaded("/missing"))).to.match(/^failed to download .*: the server returned status 404$/);
    expect(await failure(loaded("/cut"))).to.match(/^failed to download .*: aborted$/);
    expect(await failure(loaded("/gzip", { maxBytes: 4_999 }))).to.equal("the file is larger than 4999 bytes");
    expect(await failure(loaded("/drip", { maxMs: 100 }))).to.match(/: the download exceeded the time limit$/);
    expect(await failure(loaded("/round"))).to.match(/the URL has more than 5 redirects$/);
    expect(await failure(loaded("/file"))).to.match(/^file:\/\/\/etc\/passwd: expected an address like/);
  });

  it("an import from a URL never reports the password of the URL", async () => {
    const address = at("/missing").replace("//", "//ada:secret@");
    expect(await failure(download(address, join(folder, "file"), { allowPrivate: true }))).to.match(
      /^failed to download http:\/\/127[^@]*404$/,
    );
    expect(asked[0]).to.include({ authorization: `Basic ${Buffer.from("ada:secret").toString("base64")}` });
  });

  it("an import from a URL accepts only public https URLs unless private networks are allowed", async () => {
    const file = join(folder, "refused");
    const refusal = (address: string) => failure(download(address, file, { allowPrivate: false }));
    expect(await refusal(at("/feed"))).to.match(/expected an address like https:/);
    for (const host of [
      "127.0.0.1",
      "2130706433",
      "0x7f.1",
      "0177.0.0.1",
      "0.0.0.0",
      "[::1]",
      "[::ffff:10.0.0.1]",
      "[fe80::1]",
      "169.254.169.254",
    ])
      expect(await refusal(`https://${host}/feed`), host).to.match(/resolves to a private machine/);
    expect(await refusal("https://localhost:1/feed")).to.match(/localhost resolves to a private machine or network/);
    expect(asked).to.deep.equal([]);
  });

  it("isPublicAddress distinguishes public from private IP addresses", () => {
    const inside =
      "0.0.0.0 10.1.2.3 100.64.0.1 127.9.9.9 169.254.169.254 172.31.255.255 192.168.1.1 198.19.0.1 224.0.0.1 255.255.255.255";
    const inside6 = ":: ::1 ::ffff:8.8.8.8 64:ff9b::8.8.8.8 fc00::1 fe80::1 ff02::1 2001:db8::1 2002:7f00:1::";
    for (const address of `${inside} ${inside6} shop.example`.split(" "))
      expect(isPublicAddress(address), address).to.equal(false);
    for (const address of ["1.1.1.1", "100.63.255.255", "172.32.0.1", "193.0.0.1", "2606:4700::1111", "2a00:1450::1"])
      expect(isPublicAddress(address), address).to.equal(true);
  });

  it("an import from a URL rejects a host name that resolves to a private address", async () => {
    const error = await new Promise((resolve) => {
      publicLookup("localhost", {}, resolve);
    });
    expect((error as Error).message).to.match(/^localhost resolves to a private machine/);
  });

  it("an import from a URL is repeated at regular intervals, even after a failed import", async () => {
    const reported: string[] = [];
    const stop = new AbortController();
    let runs = 0;
    const run = () => {
      runs += 1;
      if (runs === 2) return Promise.reject(new Error("away"));
      if (runs === 3) stop.abort();
      return Promise.resolve(0);
    };
    expect(await repeated(run, 1, (text) => reported.push(text), stop.signal)).to.equal(0);
    expect([runs, reported]).to.deep.equal([3, ["away"]]);
    expect(
      await repeated(
        () => Promise.resolve(1),
        1,
        () => undefined,
      ),
    ).to.equal(1);
    expect(["1m", "15m", "1h", "2d", "0h", "1s", "h", "1"].map(intervalOf)).to.deep.equal([
      60_000,
      900_000,
      3_600_000,
      172_800_000,
      ...[undefined, undefined, undefined, undefined],
    ]);
  });
});
