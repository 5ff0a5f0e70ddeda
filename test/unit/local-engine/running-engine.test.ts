import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { findRunningEngine, forgetEngine, recordEngine } from "../../../local-engine/running-engine.js";

describe("findRunningEngine", () => {
  let folder = "";
  let cluster = "";
  let url = "";
  const server = createServer((_request, response) => response.end(JSON.stringify({ cluster_uuid: cluster })));

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "vitrine-test-"));
    cluster = "first";
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true });
  });

  it("findRunningEngine returns the running search engine until its state file is deleted", async () => {
    const data = join(folder, "data");
    expect(await findRunningEngine(data)).to.equal(undefined);
    await recordEngine(data, url);
    expect([await findRunningEngine(data), await readdir(data)]).to.deep.equal([url, ["engine.json"]]);
    expect((await stat(join(data, "engine.json"))).mode & 0o077).to.equal(0);
    await forgetEngine(data, "http://127.0.0.1:1");
    expect(await findRunningEngine(data)).to.equal(url);
    await forgetEngine(data, url);
    expect([await findRunningEngine(data), await readdir(data)]).to.deep.equal([undefined, []]);
  });

  it("findRunningEngine does not return a search engine if a different one runs at the recorded address", async () => {
    await recordEngine(folder, url);
    cluster = "second";
    expect(await findRunningEngine(folder)).to.equal(undefined);
  });

  it("findRunningEngine does not return a search engine that has stopped", async () => {
    await recordEngine(folder, url);
    server.close();
    server.closeAllConnections();
    expect(await findRunningEngine(folder)).to.equal(undefined);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });

  it("findRunningEngine does not return a search engine if the state file is truncated", async () => {
    await writeFile(join(folder, "engine.json"), '{"url":');
    expect(await findRunningEngine(folder)).to.equal(undefined);
  });
});
