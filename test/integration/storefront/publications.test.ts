import { expect } from "chai";
import { changeDocument } from "../../../src/engine/documents.js";
import { EngineUnavailableError } from "../../../src/engine/engine.js";
import { refresh } from "../../../src/engine/indices.js";
import { publish } from "../../../src/publishing/publish.js";
import { getLive } from "../../../src/storefront/clients.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import { shownPrefix } from "../../../src/storefront/keys.js";
import { getPublication, isInHistory, readHistory, recordPublication } from "../../../src/storefront/publications.js";
import { clientsIndex, type StoredClient } from "../../../src/storefront/stored-client.js";
import { fetchJson } from "../../support/http.js";
import { dying } from "../../support/interposed-engine.js";
import { publishingOf, putConfiguration } from "../../support/publishing.js";
import { useShop, type Storefront } from "../../support/shop.js";

const T0 = "2026-01-01T00:00:00.000Z";

describe("publications", () => {
  const shop = useShop({ instances: 1 });
  let storefront: Storefront;
  let id: string;

  beforeEach(async () => {
    storefront = await shop.storefront({ language: "dutch" });
    id = storefront.client_id;
  });

  const deps = () => ({ engine: shop.engine, now: () => new Date(T0) });
  const put = (configuration: ConfigurationDocument, author = "Anna", note = "") =>
    putConfiguration(deps(), id, configuration, { author, note });
  const history = async (limit = 100) => readHistory(shop.engine, id, (await getLive(shop, id)).publication, limit);

  it("the list of configuration publications is empty for a new client", async () => {
    expect(await getLive(shop, id)).to.deep.equal({ publication: null, configuration: { language: "dutch" } });
    expect(await history()).to.deep.equal([]);
  });

  it("the history of configuration publications records the author and the changes of each publication", async () => {
    const headers = { "X-SERVICE-API-KEY": storefront.private_key, "Content-Type": "application/json" };
    const url = `${shop.services[0]!.base_url}/v1/storefront`;
    await fetchJson(url, { method: "PUT", headers, body: JSON.stringify({ language: "german" }) });
    await put({ language: "italian" }, "Anna", "for Italy");
    const entries = await history();
    expect(entries.map(({ number, author, note, changes }) => [number, author, note, changes])).to.deep.equal([
      [2, "Anna", "for Italy", 1],
      [1, `key ${shownPrefix(storefront.private_key)}…`, "", 1],
    ]);
    const [latest, second] = entries;
    expect(await getPublication(shop.engine, id, latest!.id)).to.deep.equal({
      id: latest!.id,
      client_id: id,
      number: 2,
      previous: second!.id,
      author: "Anna",
      note: "for Italy",
      at: T0,
      undo_of: null,
      changes: 1,
      before: { language: "german" },
      after: { language: "italian" },
    });
    expect(await getPublication(shop.engine, "another", latest!.id)).to.equal(undefined);
    expect(await history(2)).to.deep.equal(entries.slice(0, 2));
  });

  it("publications are not created if a change has no effect on the configuration", async () => {
    await put({ language: "dutch" });
    expect(await getLive(shop, id)).to.deep.equal({ publication: null, configuration: { language: "dutch" } });
  });

  it("publications form a sequence if several configurations are published concurrently", async () => {
    const add = (key: string) => (client: StoredClient) => {
      const aliases = { ...client.configuration.aliases, [key]: key };
      return { ...client, configuration: { ...client.configuration, aliases } };
    };
    const keys = ["a", "b", "c", "d", "e"];
    await Promise.all(keys.map((key) => publish(publishingOf(deps()), id, add(key), { author: key })));
    expect(Object.keys((await getLive(shop, id)).configuration.aliases ?? {}).sort()).to.deep.equal(keys);
    const entries = await history();
    expect(entries.map(({ author }) => author).sort()).to.deep.equal(keys);
    expect(entries.map(({ number }) => number)).to.deep.equal([5, 4, 3, 2, 1]);
    for (const [at, entry] of entries.entries()) {
      const { before } = (await getPublication(shop.engine, id, entry.id))!;
      const earlier = entries[at + 1] && (await getPublication(shop.engine, id, entries[at + 1]!.id));
      expect(before).to.deep.equal(earlier?.after ?? { language: "dutch" });
    }
  });

  it("a configuration publication that is retried after a conflict follows the conflicting publication in the history", async () => {
    let attempts = 0;
    const overtaken = async (client: StoredClient): Promise<StoredClient> => {
      attempts += 1;
      if (attempts === 1) await put({ language: "german" }, "Ben");
      else {
        await refresh(shop.engine, `${shop.engine.prefix}publications`);
        await history(); // from now on searches return the state of the latest refresh
      }
      return { ...client, configuration: { ...client.configuration, aliases: { a: "a" } } };
    };
    await publish(publishingOf(deps()), id, overtaken, { author: "Anna" });
    await put({ language: "french" }, "Cleo");
    expect(attempts).to.equal(2);
    expect((await history()).map(({ number, author }) => [number, author])).to.deep.equal([
      [3, "Cleo"],
      [2, "Anna"],
      [1, "Ben"],
    ]);
  });

  for (const [what, death, published] of [
    ["before the publication record", { at: "before", nth: 1 }, false],
    ["after the publication record", { at: "after", nth: 1 }, false],
    ["after the client document", { at: "after", nth: 2 }, true],
  ] as const) {
    it(`configuration publications are ${published ? "in" : "not in"} the history if the process crashes ${what} is written`, async () => {
      await put({ language: "german" });
      const { engine } = dying(shop.engine, { ...death, operation: "index" });
      const dead = putConfiguration({ engine, now: () => new Date(T0) }, id, { language: "greek" }, { author: "Ben" });
      expect(await dead.catch((error: unknown) => error)).to.be.instanceOf(EngineUnavailableError);
      expect((await getLive(shop, id)).configuration).to.deep.equal({ language: published ? "greek" : "german" });
      await put({ language: "french" });
      const entries = await history();
      expect(entries.map(({ author }) => author)).to.deep.equal(published ? ["Anna", "Ben", "Anna"] : ["Anna", "Anna"]);
      expect(entries.map(({ number }) => number)).to.deep.equal(published ? [3, 2, 1] : [2, 1]);
    });
  }

  it("configuration publications that never became live are not in the history", async () => {
    await put({ language: "german" });
    const { publication: previous, configuration: before } = await getLive(shop, id);
    const lost = await recordPublication(shop.engine, {
      client_id: id,
      previous,
      author: "Ben",
      note: "",
      at: T0,
      undo_of: null,
      before,
      after: { language: "greek" },
    });
    const { publication } = await getLive(shop, id);
    expect(await isInHistory(shop.engine, id, publication, lost.id)).to.equal(false);
    expect(await isInHistory(shop.engine, id, publication, previous ?? "")).to.equal(true);
  });

  it("the history of configuration publications contains only the latest 1,000 publications", async () => {
    const index = clientsIndex(shop.engine.prefix);
    await changeDocument(shop.engine, index, id, (client: StoredClient | undefined) => ({
      ...(client as StoredClient),
      publication: "gone",
    }));
    expect(await history()).to.deep.equal([]);
    await put({ language: "german" });
    expect((await history()).map(({ previous, number }) => [previous, number])).to.deep.equal([["gone", 1]]);
    // Simulates many publications by storing a record with the number 1,000.
    const { publication } = await getLive(shop, id);
    const record = (await getPublication(shop.engine, id, publication!))!;
    const seen = () => refresh(shop.engine, `${shop.engine.prefix}publications`);
    await seen();
    await shop.engine.call("index", {
      method: "PUT",
      path: `/${shop.engine.prefix}publications/_doc/far`,
      body: { ...record, id: "far", previous: record.id, number: 1_000 },
    });
    await changeDocument(shop.engine, index, id, (client: StoredClient | undefined) => ({
      ...(client as StoredClient),
      publication: "far",
    }));
    expect(await history()).to.have.length(2);
    await put({ language: "french" });
    await seen();
    expect((await history()).map(({ number }) => number)).to.deep.equal([1_001, 1_000]);
  });
});
