import { expect } from "chai";
import { EngineUnavailableError, type Engine } from "../../../src/engine/engine.js";
import { deleteIndex } from "../../../src/engine/indices.js";
import { prepareEngine, TEMPLATES_FOLDER } from "../../../src/engine/templates.js";
import { addClient, addKey, revokeKey } from "../../../src/storefront/clients.js";
import { putConfiguration } from "../../support/publishing.js";
import { createDirectory, type Directory } from "../../../src/storefront/directory.js";
import { createKey } from "../../../src/storefront/keys.js";
import { contextOn, type Logged, loggingTo } from "../../support/context.js";
import { useEngine } from "../../support/engine.js";
import { until } from "../../support/until.js";

/** Maximum time in milliseconds until changes apply, as guaranteed by the directory. */
const PROMISED_MS = 2_000;

describe("directory", () => {
  const engineOf = useEngine();
  const deps = () => ({ engine: engineOf.engine, now: () => new Date() });

  /** Creates a directory on an engine that counts calls and can be made unavailable. */
  function watched(): { directory: Directory; calls: () => number; failures: unknown[]; away: (is: boolean) => void } {
    let calls = 0;
    let isUnavailable = false;
    const failures: Logged[] = [];
    const engine: Engine = {
      prefix: engineOf.engine.prefix,
      call: (operation, call) => {
        calls++;
        return isUnavailable
          ? Promise.reject(new EngineUnavailableError("away"))
          : engineOf.engine.call(operation, call);
      },
      close: () => Promise.resolve(),
    };
    return {
      directory: createDirectory(contextOn(engine, {}, { logger: loggingTo(failures) })),
      calls: () => calls,
      failures,
      away: (is) => {
        isUnavailable = is;
      },
    };
  }

  before(() => prepareEngine(engineOf.engine, TEMPLATES_FOLDER, { languages: ["english"], shards: 1 }));

  it("the lookup of API clients finds the client of an API key", async () => {
    const added = await addClient(deps(), { name: "holder", origins: ["https://holder.example"] });
    const { directory } = watched();
    const publicHolder = await directory.findKey(added.public_key);
    const privateHolder = await directory.findKey(added.private_key);
    const storefront = await directory.findStorefront("holder");
    expect([publicHolder?.kind, privateHolder?.kind]).to.deep.equal(["public", "private"]);
    expect(publicHolder?.storefront).to.equal(storefront).and.to.equal(privateHolder?.storefront);
    expect(storefront?.origins).to.deep.equal(["https://holder.example"]);
    expect(publicHolder?.key_id).to.not.include(added.public_key.slice(3, 8));
  });

  it("the lookup of API clients answers repeated requests from a cache", async () => {
    const { public_key } = await addClient(deps(), { name: "steady" });
    const { directory, calls } = watched();
    const first = await directory.findKey(public_key);
    const before = calls();
    for (let request = 0; request < 1000; request++) await directory.findKey(public_key);
    expect(calls() - before).to.be.at.most(3);
    await addClient(deps(), { name: "newcomer" });
    await directory.refresh();
    expect((await directory.findKey(public_key))?.storefront).to.equal(first?.storefront);
  });

  it("the lookup of API clients finds a client that a different process has just added", async () => {
    const { directory } = watched();
    await directory.findStorefront("holder");
    const { public_key } = await addClient(deps(), { name: "just now" });
    expect((await directory.findKey(public_key))?.storefront.client_id).to.equal("just-now");
    const key = await addKey(deps(), "just-now", "private");
    expect((await directory.findKey(key))?.kind).to.equal("private");
  });

  it("the lookup of API clients rejects a revoked key within two seconds", async () => {
    const { client_id, public_key, private_key } = await addClient(deps(), { name: "changing" });
    const { directory } = watched();
    await directory.findKey(public_key);
    await revokeKey(deps(), public_key);
    await putConfiguration(deps(), client_id, { language: "swedish" }, { author: "test" });
    const changed = performance.now();
    await until("the revocation to count", async () => (await directory.findKey(public_key)) === undefined);
    expect(performance.now() - changed).to.be.below(PROMISED_MS);
    expect((await directory.findKey(private_key))?.storefront.configuration.language).to.equal("swedish");
  });

  it("the lookup of API clients sends only a few engine requests per second for any number of nonexistent keys", async () => {
    const { directory, calls } = watched();
    await directory.findStorefront("holder");
    const before = calls();
    const started = performance.now();
    for (let round = 0; round < 5; round++) {
      const keys = Array.from({ length: 200 }, () => createKey("public", new Date()).key);
      const found = await Promise.all(keys.map((key) => directory.findKey(key)));
      expect(found.every((holder) => holder === undefined)).to.equal(true);
    }
    const seconds = (performance.now() - started) / 1000;
    expect(calls() - before).to.be.at.most(Math.ceil(seconds * 5) + 1);
  });

  it("the lookup of API clients sends no engine request for text that cannot be a key or a client id", async () => {
    const { directory, calls } = watched();
    expect(await directory.findKey("pk_short")).to.equal(undefined);
    expect(await directory.findStorefront("../_search")).to.equal(undefined);
    expect(calls()).to.equal(0);
  });

  it("the lookup of API clients returns cached clients while the engine is unavailable", async () => {
    const { public_key } = await addClient(deps(), { name: "away" });
    const { directory, away, failures } = watched();
    await directory.findKey(public_key);
    away(true);
    await until("a failed look at the engine", async () => {
      expect((await directory.findKey(public_key))?.storefront.client_id).to.equal("away");
      return failures.length > 0;
    });
    const outcome = await directory.findKey(createKey("public", new Date()).key).catch((error: unknown) => error);
    expect(outcome).to.be.instanceOf(EngineUnavailableError);
    expect((await directory.findKey(public_key))?.storefront.client_id).to.equal("away");
    expect(failures).to.have.length(1);
    away(false);
    await directory.refresh();
    expect(await directory.findKey(createKey("public", new Date()).key)).to.equal(undefined);
  });

  it("the lookup of API clients detects that the client index was deleted and recreated", async () => {
    const { engine } = engineOf;
    const { directory } = watched();
    await directory.findStorefront("holder");
    await deleteIndex(engine, `${engine.prefix}clients`);
    await directory.refresh();
    expect(await directory.findStorefront("holder")).to.equal(undefined);
    await prepareEngine(engine, TEMPLATES_FOLDER, { languages: [], shards: 1 });
    await addClient(deps(), { name: "holder two" });
    expect((await directory.findStorefront("holder-two"))?.name).to.equal("holder two");
  });
});
