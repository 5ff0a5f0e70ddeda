import { expect } from "chai";
import { liveGeneration, readCatalogState } from "../../../../src/catalog/ingestion/generations.js";
import { rebuildStale, type RebuildDeps } from "../../../../src/catalog/ingestion/rebuild.js";
import { buildFingerprintIn } from "../../../../src/catalog/ingestion/build-fingerprint.js";
import { readFieldTypes } from "../../../../src/catalog/live.js";
import { getMappingMeta, putMapping } from "../../../../src/engine/indices.js";
import { createLeases, LeaseLostError } from "../../../../src/engine/lease.js";
import { searchDocuments } from "../../../../src/engine/search-documents.js";
import type { StorefrontConfiguration } from "../../../../src/storefront/configuration.js";
import { completeConfiguration } from "../../../../src/storefront/configuration.js";
import { feed, insertLine, useCatalog } from "../../../support/catalog.js";
import { until } from "../../../support/until.js";

const LINES = feed(
  insertLine("P1", "V1", { title: "Weiße Schuhe", weight: "10", gender: "Damen" }),
  insertLine("P2", "V1", { title: "Rote Häuser", weight: "9", gender: "Herren" }),
  insertLine("P3", "V1", { title: "Blaue Jacke", weight: "n/a", gender: "Damen" }),
);

describe("a catalogue whose settings have changed", () => {
  const bench = useCatalog();
  let configuration: StorefrontConfiguration;
  let deps: RebuildDeps;

  before(() => {
    deps = {
      engine: bench.engine,
      leases: createLeases(bench.engine, "rebuild", 5),
      configurationOf: () => Promise.resolve(configuration),
      ensureTemplate: (language) => bench.workerDeps().ensureTemplate(language),
      now: () => new Date().toISOString(),
    };
  });

  /** Ingests the catalogue with the default configuration and returns the live catalogue generation. */
  async function opened(clientId: string): Promise<string> {
    configuration = completeConfiguration({});
    bench.start();
    await bench.ingest(clientId, LINES, { mode: "soft_replace" });
    // A job that has just ended may still hold the client's lease.
    await until("the lease", async () => {
      const lease = await deps.leases.acquire(clientId);
      await lease?.release();
      return lease !== undefined;
    });
    return (await live(clientId)) as string;
  }
  const live = (clientId: string) => liveGeneration(bench.engine, clientId);
  const found = async (clientId: string, query: object) => {
    const index = (await live(clientId)) as string;
    const { hits } = await searchDocuments<unknown>(bench.engine, index, { query });
    return hits.hits.map(({ _id }) => _id);
  };

  it("a catalogue rebuilt after a change of language matches word forms of the new language", async () => {
    const before = await opened("german");
    expect(await rebuildStale(deps, "german")).to.equal("current");
    expect(await found("german", { match: { "text.title": "haus" } })).to.deep.equal([]);
    configuration = completeConfiguration({ language: "german" });
    expect(await rebuildStale(deps, "german")).to.equal("rebuilt");
    expect(await found("german", { match: { "text.title": "haus" } })).to.deep.equal(["P2"]);
    expect((await readCatalogState(bench.engine, "german")).previous?.index).to.equal(before);
    expect(await rebuildStale(deps, "german")).to.equal("current");
  });

  it("a catalogue rebuilt after a change of settings has the declared field types and departments", async () => {
    await opened("typed");
    const { taxonomy } = await readCatalogState(bench.engine, "typed");
    configuration = completeConfiguration({
      language: "german",
      department: "gender",
      field_types: { weight: "number" },
    });
    expect(await rebuildStale(deps, "typed")).to.equal("rebuilt");
    const types = await readFieldTypes(bench.engine, (await live("typed")) as string);
    expect(types?.get("weight")).to.equal("number");
    expect(await bench.found("typed", { range: { "variants.data.weight": { lte: 9 } } })).to.deep.equal(["P2/V1"]);
    expect(taxonomy?.departments).to.equal(null);
    expect((await readCatalogState(bench.engine, "typed")).taxonomy?.departments?.field).to.equal("gender");
  });

  it("a catalogue rebuilt after a change of settings contains no searchable text of private fields", async () => {
    await opened("private");
    expect(await found("private", { match: { "text.other": "damen" } })).to.have.members(["P1", "P3"]);
    configuration = completeConfiguration({ fields: { private: ["gender"] } });
    expect(await rebuildStale(deps, "private")).to.equal("rebuilt");
    expect(await found("private", { match: { "text.other": "damen" } })).to.deep.equal([]);
    expect(await bench.found("private", { term: { "variants.data.gender": "Damen" } })).to.have.length(2);
  });

  it("a catalogue whose settings have changed is not rebuilt while an ingestion job is running", async () => {
    const before = await opened("held");
    configuration = completeConfiguration({ language: "french" });
    const lease = await createLeases(bench.engine, "a job", 5).acquire("held");
    expect(await rebuildStale(deps, "held")).to.equal("busy");
    await lease?.release();
    const leases: RebuildDeps["leases"] = {
      ...deps.leases,
      acquire: async (clientId) => {
        const held = await deps.leases.acquire(clientId);
        return held && { ...held, check: () => Promise.reject(new LeaseLostError("lost")) };
      },
    };
    const failure = await rebuildStale({ ...deps, leases }, "held").catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(LeaseLostError);
    expect(await live("held")).to.equal(before);
    expect(await bench.generations("held")).to.have.length(1);
  });

  it("a catalogue with changed settings is not rebuilt during a shutdown or if a newer release built it", async () => {
    const before = await opened("stopped");
    configuration = completeConfiguration({ language: "french" });
    const stop = new AbortController();
    stop.abort(new Error("stopping"));
    const failure = await rebuildStale({ ...deps, signal: stop.signal }, "stopped").catch((error: unknown) => error);
    expect((failure as Error).message).to.equal("stopping");
    expect(await live("stopped")).to.equal(before);
    const meta = await getMappingMeta(bench.engine, before);
    await putMapping(bench.engine, before, { _meta: { ...meta, version: 1_000 } });
    expect(await rebuildStale(deps, "stopped")).to.equal("current");
    expect(await buildFingerprintIn(bench.engine, before)).to.equal(meta["build_fingerprint"]);
  });
});
