import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { Service } from "../../../../src/bootstrap.js";
import { migrateDryRunCommand, indexLines, migrateCommand } from "../../../../src/commands/migrate-command.js";
import { putDocument } from "../../../../src/engine/documents.js";
import { createEngine, EngineUnavailableError, type Engine } from "../../../../src/engine/engine.js";
import { createLeases } from "../../../../src/engine/lease.js";
import { describeIndex, putMapping, refresh } from "../../../../src/engine/indices.js";
import { versionOf } from "../../../../src/engine/migrations/compare.js";
import { migrateIndices, patiently } from "../../../../src/engine/migrations/migrate.js";
import { NewerDataError, surveyIndices } from "../../../../src/engine/migrations/index-survey.js";
import { scan } from "../../../../src/engine/point-in-time.js";
import { searchDocuments } from "../../../../src/engine/search-documents.js";
import { prepareEngine, TEMPLATES_FOLDER } from "../../../../src/engine/templates.js";
import { LANGUAGE_NAMES } from "../../../../src/languages/languages.js";
import { migrating, templateOptions } from "../../../../src/composition/maintenance-domain.js";
import { deleteByPrefix, randomPrefix, sharedEngineUrl, useEngine } from "../../../support/engine.js";
import { ask } from "../../../support/http.js";
import { dying, interposed, type Death } from "../../../support/interposed-engine.js";
import { laterTemplates, restoreRelease, type ReleaseFacts } from "../../../support/release.js";
import { instanceConfig, startInstance } from "../../../support/service.js";
import { storefrontOf } from "../../../support/shop.js";
import { until } from "../../../support/until.js";

const RELEASE = "0.1";
/** The release is from another time. */
const PATIENT = { EVENT_RETENTION_MONTHS: "1200", TASTE_RETENTION_DAYS: "36500", LEARN_EVERY_SECONDS: "86400" };
const QUIET = { onWaiting: () => undefined, onIndex: () => () => undefined };

/** The version of every index in a release after this one. */
const LATER = 9;

describe("an upgrade", function () {
  let url = "";
  let engine: Engine;
  let facts: ReleaseFacts;
  let dataDir = "";
  const services: Service[] = [];
  const folders: string[] = [];

  before(async function () {
    this.timeout(300_000);
    url = await sharedEngineUrl(this);
  });
  beforeEach("store what the release before has stored", async () => {
    engine = createEngine({ url, prefix: randomPrefix() });
    dataDir = await mkdtemp(join(tmpdir(), "vitrine-upgrade-"));
    facts = await restoreRelease(engine, RELEASE);
  });
  afterEach("close services and delete what they stored", async () => {
    for (const service of services.splice(0)) await service.close();
    for (const folder of [dataDir, ...folders.splice(0)]) await rm(folder, { recursive: true, force: true });
    await deleteByPrefix(engine);
    await engine.close();
  });

  const settings = {
    ...PATIENT,
    TASTE_BUDGET_MS: "10000",
    INGESTION_LEASE_SECONDS: "2",
    LOG_LEVEL: "error",
  };
  const configOf = () => instanceConfig({ prefix: engine.prefix, dataDir }, settings);
  async function start(templatesFolder = TEMPLATES_FOLDER): Promise<Service> {
    const installation = { engineUrl: url, prefix: engine.prefix, dataDir };
    const service = await startInstance(installation, settings, { templatesFolder, logStream: process.stderr });
    services.push(service);
    return service;
  }
  async function later(...args: Parameters<typeof laterTemplates>): Promise<string> {
    const folder = await laterTemplates(...args);
    folders.push(folder);
    return folder;
  }
  const survey = async (folder: string) => surveyIndices(engine, folder, await templateOptions(engine, configOf()));
  const actions = async (folder: string) =>
    Object.fromEntries((await survey(folder)).map(({ name, action }) => [name.slice(engine.prefix.length), action]));
  const allCurrent = (folder: string) =>
    until("everything to be current", async () =>
      Object.values(await actions(folder)).every((action) => action === "current" || action === "keep"),
    );
  const named = (name: string) => engine.prefix + name;

  /** All that is stored under a name, by id. */
  async function documents(name: string): Promise<Record<string, unknown>> {
    await refresh(engine, named(name));
    const found: Record<string, unknown> = {};
    for await (const hits of scan(engine, named(name), 100)) for (const hit of hits) found[hit._id] = hit._source;
    return found;
  }

  /** Asks for everything that the release knew, and teaches something new. */
  async function expectEverything(service: Service): Promise<void> {
    const storefront = storefrontOf(facts, () => service);
    const ids = async (body: object) =>
      (await storefront.search({ user: { device_id: "anonymous" }, limit: 100, ...body })).items
        .map((item) => item.product_identifier)
        .sort();
    expect(await ids({})).to.deep.equal(facts.products);
    expect(await ids({ query: "jackets" })).to.deep.equal(jacketsOf(facts));
    expect(await ids({ filters: { weight: { $gte: 29 } } })).to.deep.equal(["p58", "p59"]);
    for (const id of facts.ingestions) {
      const headers = { "X-SERVICE-API-KEY": facts.private_key };
      expect((await ask(`${service.base_url}/v1/ingestion/${id}`, { headers })).status).to.equal(200);
    }
    const tasteOf = async (device: string) => {
      const query = `service_api_client=${facts.client_id}&device_id=${device}`;
      const headers = { "X-SERVICE-API-KEY": facts.public_key };
      return (await ask(`${service.base_url}/v2/taste?${query}`, { headers })).body as ReleaseFacts["taste"];
    };
    const names = ({ tokens }: ReleaseFacts["taste"]) => tokens.map(({ token }) => token).sort();
    // Prices were bands of products, and are learnt anew.
    const kept = names(facts.taste).filter((token) => !token.startsWith("price_band="));
    expect(names(await tasteOf("someone"))).to.include.members(kept);

    const signals = await documents("product-signals");
    await service.learn();
    expect(Object.keys(await documents("product-signals"))).to.deep.equal(Object.keys(signals));
    const event = {
      event_id: `new-${Date.now()}`,
      type: "product_view",
      occurred_at: Date.now(),
      device_id: "newcomer",
    };
    const sent = await ask(`${service.base_url}/v1/events/`, {
      method: "POST",
      headers: { "X-SERVICE-API-KEY": facts.private_key, "Content-Type": "application/x-ndjson" },
      body: `${JSON.stringify({ ...event, product: { id: "p7" } })}\n`,
    });
    expect(sent.status).to.equal(200);
    await service.learn();
    expect(Object.keys(await documents("product-signals"))).to.have.length(Object.keys(signals).length + 1);
    expect(names(await tasteOf("newcomer"))).to.include("categories=Clothing: Trouserss");

    const line = { operation: "insert", product_data: { product_identifier: "new", title: "Jacket new", weight: 99 } };
    await storefront.ingest([line]);
    expect(await ids({ query: "jackets", filters: { weight: { $gte: 90 } } })).to.deep.equal(["new"]);
  }

  it("to this release keeps all data, learns nothing twice, and marks every index", async () => {
    const before = await documents("product-signals");
    expect(new Set(Object.values(await actions(TEMPLATES_FOLDER)))).to.not.include("current");
    const service = await start();
    expect(await documents("product-signals")).to.deep.equal(before);
    await allCurrent(TEMPLATES_FOLDER);
    for (const { index, wanted } of await survey(TEMPLATES_FOLDER)) {
      expect(versionOf((await describeIndex(engine, index))?.mappings), index).to.deep.equal(wanted);
      expect(wanted.version).to.be.greaterThan(0);
    }
    await expectEverything(service);
  });

  it("searches a catalogue of the release before until it is built anew", async () => {
    await prepareEngine(engine, TEMPLATES_FOLDER, await templateOptions(engine, configOf()));
    const lease = await createLeases(engine, "a job", 600).acquire(facts.client_id);
    const storefront = storefrontOf(facts, await start().then((service) => () => service));
    const total = async (query: string) =>
      (await storefront.search({ user: { device_id: "anonymous" }, limit: 1, query })).total;
    expect(Object.values(await actions(TEMPLATES_FOLDER))).to.include("rebuild");
    expect([await total("jackets"), await total("jakcets")]).to.deep.equal([jacketsOf(facts).length, 0]);
    await lease?.release();
    await allCurrent(TEMPLATES_FOLDER);
  });

  const CHANGES = {
    ingestions: { "properties.created_at": { type: "date" } },
    taste: { "properties.updated_at": { type: "long" } },
    catalog: {
      "properties.text.properties.title.analyzer": "simple",
      "properties.text.properties.title.fields.exact": { type: "keyword" },
    },
    "ubi-events": {
      "properties.event_attributes.properties.trial": { type: "keyword" },
      "properties.event_attributes.properties.position.properties.ordinal.type": "long",
    },
  };
  const ACTIONS = { ingestions: "update", taste: "copy", "products-english-upgraded-2-1": "rebuild" };

  it("adds fields, copies for a type, rebuilds for an analyzer, and keeps all data", async () => {
    const folder = await later(CHANGES, { version: LATER });
    expect(await actions(folder)).to.deep.include(ACTIONS);
    const [tastes, events] = [await documents("taste"), await documents("ubi-events-2026-11")];
    const service = await start(folder);
    await allCurrent(folder);
    expect(await documents("taste")).to.deep.equal(tastes);
    expect(await documents("ubi-events-2026-11")).to.deep.equal(events);
    const byField = { query: { exists: { field: "created_at" } } };
    expect((await searchDocuments(engine, named("ingestions"), byField)).hits.hits).to.have.length(
      facts.ingestions.length,
    );
    const titles = { query: { exists: { field: "text.title.exact" } }, track_total_hits: true };
    const live = named(`catalog-${facts.client_id}`);
    expect((await searchDocuments(engine, live, titles)).hits.total.value).to.equal(facts.products.length);
    expect(Object.keys(await engine.call("get", { method: "GET", path: `/${named("taste")}` }))).to.deep.equal([
      named(`taste-v${LATER}`),
    ]);
    const { trial, position } = (
      (await describeIndex(engine, named("ubi-events-2026-11")))?.mappings as {
        properties: { event_attributes: { properties: Record<string, { properties?: { ordinal: object } }> } };
      }
    ).properties.event_attributes.properties;
    expect([trial, position?.properties?.ordinal]).to.deep.equal([{ type: "keyword" }, { type: "integer" }]);
    await expectEverything(service);
    // And once more, from the copy.
    const next = await later(
      { taste: { "properties.updated_at": { type: "date", format: "epoch_millis" } } },
      { version: LATER + 1 },
    );
    await migrateIndices({ ...(await migrating(engine, configOf(), next)), ...QUIET });
    expect((await survey(next)).find(({ name }) => name === named("taste"))).to.deep.include({
      index: named(`taste-v${LATER + 1}`),
      action: "current",
    });
  });

  const ADDED =
    "hash, digest, log_price, measures.length, measures.mass, measures.volume, measures.storage, measures.power, measures.voltage, " +
    "measures.charge, text.joined, text.typed, text.endings, text.things, variants.data._category";
  const COPIED = 'copy_to (["text.any","text.name"] → ["text.any","text.name","text.joined","text.typed"])';
  const DIFFERS = [
    "text.title.analyzer (english → simple)",
    `text.title.${COPIED}`,
    "text.designer.analyzer (nothing → words)",
    `text.designer.${COPIED}`,
    ...["categories", "description", "other", "any", "name"].map((field) => `text.${field}.analyzer (english → words)`),
    ...["heads", "kinds"].map((field) => `text.${field}.analyzer (english → whole_words)`),
    ...["exact", "joined", "query_parts", "query_words", "typed", "whole_words", "words"].map(
      (name) => `analysis.analyzer.${name}`,
    ),
    ...["irregular", "long", "minimal_english", "neighbours", "parts", "pieces"].map(
      (name) => `analysis.filter.${name}`,
    ),
    ...["stem_ending_1", "stem_ending_2", "whole"].map((name) => `analysis.filter.${name}`),
  ].join(", ");

  it("is listed by a dry run, which changes nothing", async () => {
    const folder = await later(CHANGES, { version: LATER });
    const state = async () => [
      await engine.call("get", { method: "GET", path: `/${engine.prefix}*` }),
      await engine.call("get", { method: "GET", path: `/_index_template/${engine.prefix}*` }),
    ];
    const before = await state();
    const told = (await migrateDryRunCommand(engine, configOf(), folder)).replaceAll(engine.prefix, "").split("\n");
    expect(await state()).to.deep.equal(before);
    expect(told).to.include.members([
      "taste: the template would be replaced",
      "clients: would be marked as version 1",
      "ingestions: would add cancelled_at, created_at; would index 3 documents again",
      "taste: would be copied into a new index for updated_at.format (epoch_millis → nothing), updated_at.type (date → long), 11 documents; nobody writes meanwhile",
      `products-english-upgraded-2-1: would be built anew, 61 products: would add ${ADDED}; differs in ${DIFFERS}`,
      "ubi-events-2026-11: would add event_attributes.trial; documents stored until then are not found by new fields; would keep event_attributes.position.ordinal.type (integer → long)",
    ]);
    const printed: string[] = [];
    const print = (line: string) => void printed.push(line.replaceAll(engine.prefix, ""));
    await migrateCommand(engine, configOf(), { folder, print, onProgress: () => undefined });
    expect(printed.at(-1)).to.equal("Everything is current.");
    const lines = (await indexLines(engine, await survey(folder))).map((line) => line.replaceAll(engine.prefix, ""));
    expect(lines).to.include.members([
      `taste-v${LATER}: current`,
      "ubi-events-2026-11: current as far as it can be; keeps event_attributes.position.ordinal.type (integer → long) until it is deleted",
    ]);
  });

  it("leaves a catalogue alone that was rolled back, unless it lacks analyzers", async () => {
    const folder = await later({ catalog: CHANGES.catalog }, { version: LATER });
    const kept = { language: "english", kept: true };
    const old = "products-english-upgraded-2-1";
    await putMapping(engine, named(old), { _meta: kept });
    expect(await actions(folder)).to.deep.include({ [old]: "rebuild" });
    await start();
    await allCurrent(TEMPLATES_FOLDER);
    const live = (await survey(folder)).find(({ name }) => name.includes("products-english-upgraded"));
    const index = live?.name.slice(engine.prefix.length) ?? "";
    expect([index === old, live?.action]).to.deep.equal([false, "rebuild"]);
    await putMapping(engine, named(index), { _meta: { ...live?.meta, ...kept } });
    expect(await actions(folder)).to.deep.include({ [index]: "update" });
    await migrateIndices({ ...(await migrating(engine, configOf(), folder)), ...QUIET });
    expect(await actions(folder)).to.deep.include({ [index]: "current" });
  });

  it("is done once by processes that start together", async () => {
    const folder = await later(CHANGES, { version: LATER });
    const done: string[] = [];
    const base = await migrating(engine, configOf(), folder);
    const watched = interposed(engine, (operation, _nth, proceed) => {
      if (operation === "block_writes" || operation === "index_again") done.push(operation);
      return proceed();
    });
    await Promise.all(
      Array.from({ length: 3 }, async (_, one) => {
        const { acquire } = await migrating(watched.engine, configOf(), folder, `process ${one}`);
        await patiently(() => migrateIndices({ ...base, ...QUIET, engine: watched.engine, acquire }));
      }),
    );
    // Copied is taste; what gained a field is ingestions and, in this release itself, cursors.
    expect(done.sort()).to.deep.equal(["block_writes", "index_again", "index_again"]);
    expect(Object.keys(await documents("taste"))).to.have.length(11);
    await Promise.all([start(folder), start(folder)]);
    await allCurrent(folder);
  });

  const deaths: readonly Death[] = [
    { at: "after", operation: "put_mapping", nth: 1 },
    { at: "before", operation: "index_again", nth: 1 },
    { at: "after", operation: "create_index", nth: 1 },
    { at: "after", operation: "block_writes", nth: 1 },
    { at: "before", operation: "flush", nth: 1 },
    { at: "before", operation: "swap_alias", nth: 1 },
    { at: "after", operation: "swap_alias", nth: 1 },
  ];
  for (const death of deaths) {
    it(`continues after its process died ${death.at} ${death.operation}`, async () => {
      const folder = await later(CHANGES, { version: LATER });
      const tastes = await documents("taste");
      const dead = dying(engine, death);
      const doomed = { ...(await migrating(dead.engine, configOf(), folder, "doomed")), ...QUIET };
      expect(await failureOf(migrateIndices(doomed))).to.be.instanceOf(EngineUnavailableError);
      expect(dead.isDead()).to.equal(true);
      const heir = await migrating(engine, configOf(), folder, "heir");
      await patiently(() => migrateIndices({ ...heir, ...QUIET }));
      expect(await actions(folder)).to.deep.include({ ingestions: "current", taste: "current" });
      expect(await documents("taste")).to.deep.equal(tastes);
      const byField = { query: { exists: { field: "created_at" } } };
      expect((await searchDocuments(engine, named("ingestions"), byField)).hits.hits).to.have.length(
        facts.ingestions.length,
      );
      expect(await putDocument(engine, named("taste"), "writable", {})).to.not.equal("conflict");
    });
  }

  it("loses no write that is made while an index is copied", async () => {
    const folder = await later({ taste: CHANGES.taste }, { version: LATER });
    const acknowledged = new Set<string>();
    let refused = 0;
    let isOver = false;
    const writing = Array.from({ length: 4 }, async (_, writer) => {
      for (let number = 0; !isOver; number += 1) {
        const id = `${writer}-${number}`;
        try {
          await putDocument(engine, named("taste"), id, { client_id: "busy" }, "absent");
          acknowledged.add(id);
        } catch (error) {
          if (!(error instanceof EngineUnavailableError)) throw error;
          refused += 1;
        }
      }
    });
    await until("some writes", () => acknowledged.size > 100);
    await migrateIndices({ ...(await migrating(engine, configOf(), folder)), ...QUIET });
    const during = acknowledged.size;
    await until("writes to the copy", () => acknowledged.size > during + 20);
    isOver = true;
    await Promise.all(writing);
    expect(refused).to.be.greaterThan(0);
    expect(Object.keys(await documents("taste"))).to.include.members([...acknowledged]);
  });

  it("lets an older process continue beside it, and leaves newer indices alone", async () => {
    const older = await start();
    await allCurrent(TEMPLATES_FOLDER);
    const folder = await later(CHANGES, { version: LATER });
    await start(folder);
    await allCurrent(folder);
    await expectEverything(older);
    // One that starts again does no harm.
    const before = await actions(folder);
    await start();
    expect(await actions(TEMPLATES_FOLDER)).to.deep.include({ taste: "newer", ingestions: "newer" });
    expect(await actions(folder)).to.deep.equal(before);
  });

  it("is refused downwards where the newer release says so, and nothing is changed", async () => {
    const folder = await later({ taste: {} }, { version: LATER, oldest: LATER - 1 });
    await migrateIndices({ ...(await migrating(engine, configOf(), folder)), ...QUIET });
    const state = () => engine.call("get", { method: "GET", path: `/${engine.prefix}*` });
    const before = await state();
    const failure = await failureOf(start());
    expect(failure).to.be.instanceOf(NewerDataError);
    expect((failure as Error).message).to.equal(
      `${named("taste")} holds data of version ${LATER}, which a release of version ${LATER - 1} or later can use; this one has version 1 and ` +
        "would damage it. Start the newer release, or restore what was kept before the upgrade",
    );
    expect(await failureOf(migrateDryRunCommand(engine, configOf(), TEMPLATES_FOLDER))).to.be.instanceOf(
      NewerDataError,
    );
    expect(await state()).to.deep.equal(before);
  });
});

describe("indices that were just made", function () {
  const engineOf = useEngine();

  it("are current in every language", async () => {
    const { engine } = engineOf;
    const options = { languages: LANGUAGE_NAMES, shards: 1 };
    await prepareEngine(engine, TEMPLATES_FOLDER, options);
    for (const month of ["ubi-events-2026-11", "ubi-queries-2026-11"]) {
      await engine.call("create_index", { method: "PUT", path: `/${engine.prefix}${month}` });
    }
    for (const language of options.languages) {
      const index = `${engine.prefix}products-${language}-shop-1-1`;
      const aliases = { [`${engine.prefix}catalog-${language}`]: {} };
      await engine.call("create_index", { method: "PUT", path: `/${index}`, body: { aliases } });
    }
    const surveyed = await surveyIndices(engine, TEMPLATES_FOLDER, options);
    expect(surveyed.length).to.equal(12 + 2 + options.languages.length);
    expect(surveyed.filter(({ action }) => action !== "current")).to.deep.equal([]);
  });
});

const jacketsOf = ({ products }: ReleaseFacts): string[] =>
  products.filter((id) => id === "p60" || Number(id.slice(1)) % 3 === 0);

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return error;
  }
}
