import { expect } from "chai";
import { liveGeneration, readCatalogState } from "../../../../src/catalog/ingestion/generations.js";
import { STATUS } from "../../../../src/catalog/ingestion/ingestion-record.js";
import { blockWrites } from "../../../../src/engine/indices.js";
import { describeIndex } from "../../../support/index-description.js";
import { feed, insertLine, useCatalog } from "../../../support/catalog.js";

const replace = { mode: "soft_replace" } as const;
/**
 * Feed lines with so many products that one additional line is a small change, for which the live catalogue generation
 * is copied.
 */
const MANY = Array.from({ length: 20 }, (_, at) => insertLine(`P${at}`, "V1", { price: at }));
const SECOND_VARIANT = insertLine("P0", "V2", { price: 0 });

describe("the catalogue generation that a soft_replace makes live", () => {
  const bench = useCatalog();
  before(() => void bench.start());
  afterEach(() => expect(bench.problems).to.deep.equal([]));

  const live = async (clientId: string) => (await liveGeneration(bench.engine, clientId)) ?? "none";
  const settings = async (index: string) => {
    const { index: own } = (await describeIndex(bench.engine, index))?.settings as {
      readonly index: {
        readonly refresh_interval?: string;
        readonly translog?: { readonly durability?: string };
        readonly blocks?: { readonly write?: string };
        readonly resize?: { readonly source: { readonly name: string } };
      };
    };
    return {
      refresh_interval: own.refresh_interval,
      durability: own.translog?.durability,
      is_blocked: own.blocks?.write === "true",
      copied_from: own.resize?.source.name,
    };
  };
  /** Returns the total number of flushes of an index's primary shards. */
  const flushes = async (index: string) => {
    interface Stats {
      readonly _all: { readonly primaries: { readonly flush: { readonly total: number } } };
    }
    const path = `/${encodeURIComponent(index)}/_stats/flush`;
    const { _all: all } = await bench.engine.call<Stats>("stats", { method: "GET", path });
    return all.primaries.flush.total;
  };
  const hasSeveralVariants = async (clientId: string) => (await readCatalogState(bench.engine, clientId)).multi_variant;

  it("the live catalogue generation has durable write settings after a full build and after a copy", async () => {
    await bench.ingest("sealed", feed(...MANY), replace);
    const built = await live("sealed");
    const serving = { refresh_interval: undefined, durability: "request", is_blocked: false };
    expect(await settings(built)).to.deep.equal({ ...serving, copied_from: undefined });
    expect(await flushes(built)).to.equal(1);
    await bench.ingest("sealed", feed(...MANY, insertLine("N")), replace);
    const copied = await live("sealed");
    expect(await settings(copied)).to.deep.equal({ ...serving, copied_from: built });
    expect(await flushes(copied)).to.be.at.least(1);
    expect(await settings(built)).to.deep.equal({ ...serving, copied_from: undefined });
  });

  it("a soft_replace replaces a catalogue generation that a crashed process left write-blocked", async () => {
    await bench.ingest("blocked", feed(...MANY), replace);
    const first = await live("blocked");
    await blockWrites(bench.engine, first);
    const record = await bench.ingest("blocked", feed(insertLine("P0", "V1", { price: 9 })), replace);
    expect([record.status, await bench.found("blocked")]).to.deep.equal([STATUS.COMPLETED, ["P0/V1"]]);
    expect((await settings(first)).is_blocked).to.equal(false);
  });

  it("the live catalogue generation is marked as multi-variant only while a product has several active variants", async () => {
    const steps: readonly (readonly [what: string, feed: string, severalVariants: boolean])[] = [
      ["one variant each", feed(...MANY), false],
      ["a second variant, in a copy", feed(...MANY, SECOND_VARIANT), true],
      ["the same feed", feed(...MANY, SECOND_VARIANT), true],
      ["another product changes, in a copy", feed(...MANY, SECOND_VARIANT, insertLine("N")), true],
      ["a line that is rejected keeps both", feed(...MANY.slice(1), insertLine("P0", "V2", { price: -1 })), true],
      ["the second variant is gone", feed(...MANY), false],
      ["the same feed without it", feed(...MANY), false],
      ["a second variant, built anew", feed(SECOND_VARIANT, MANY[0]!), true],
      ["the product is gone", feed(...MANY.slice(1)), false],
    ];
    const found: [string, boolean][] = [];
    for (const [what, payload] of steps) {
      const { status } = await bench.ingest("several", payload, replace);
      expect([what, status]).to.deep.equal([what, STATUS.COMPLETED]);
      found.push([what, await hasSeveralVariants("several")]);
    }
    expect(found).to.deep.equal(steps.map(([what, , severalVariants]) => [what, severalVariants]));
  });
});
