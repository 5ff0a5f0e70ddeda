import type { Searching } from "../../../../src/search/searching.js";
import { expect } from "chai";
import { getDocument, getDocuments } from "../../../../src/engine/documents.js";
import type { Engine, EngineCall } from "../../../../src/engine/engine.js";
import { countDocuments } from "../../../../src/engine/search-documents.js";
import { refresh } from "../../../../src/engine/indices.js";
import { bulk, type Put } from "../../../../src/engine/bulk.js";
import { endOfLife, type PageState } from "../../../../src/search/paging/state.js";
import { readCursor } from "../../../../src/search/paging/cursor.js";
import { cursorsIndex, lifetimeId, type Lifetime } from "../../../../src/search/paging/store.js";
import { GRACE_MS, sweep } from "../../../../src/search/paging/sweep.js";
import { contextOn } from "../../../support/context.js";
import { useCatalog } from "../../../support/catalog.js";
import { chainShop, searchProcess, type ChainShop } from "../../../support/chain-shop.js";
import { identifiers } from "../../../support/chain.js";
import { interposed } from "../../../support/interposed-engine.js";
import { drawCatalogue, insertLine } from "../../../support/shop-catalogue.js";
import type { SearchResult } from "../../../../src/search/response-schema.js";

const PRODUCTS = 400;
const LIMIT = 20;
/** Lifetime of a cursor chain in milliseconds, including the additional time for slow responses. */
const TTL_MS = endOfLife(300, 0, 0);

describe("the deletion of expired cursors", () => {
  const bench = useCatalog();
  let clock = 0;
  const now = () => clock;
  /** Dependencies of a process that responds to searches and deletes expired cursors. */
  let process: Searching;
  let shop: ChainShop;
  let shops = 0;

  const index = () => cursorsIndex(bench.engine);
  const sweepNow = (engine: Engine = bench.engine) => sweep(contextOn(engine, {}, { now }));

  before(() => {
    clock = Date.now();
    bench.start();
  });
  beforeEach("sweep leftovers of other tests and create a new shop", async () => {
    clock += 100 * TTL_MS;
    await sweepNow();
    process = searchProcess(bench.engine, { now });
    shop = chainShop(bench, `swept-${++shops}`, [process]);
    await shop.ingest(drawCatalogue(shops, PRODUCTS).map(insertLine));
    await refresh(bench.engine, index());
    expect(await countDocuments(bench.engine, index())).to.equal(0);
  });

  interface Chain {
    readonly pages: SearchResult[];
    /** Requests a page with the newest cursor. Default: the next page. */
    next(page?: number): Promise<SearchResult>;
    scroll(pages: number): Promise<void>;
  }

  async function start(request: object = {}): Promise<Chain> {
    const pages = [await shop.search({ limit: LIMIT, ...request })];
    const chain: Chain = {
      pages,
      async next(page = pages.length + 1) {
        const cursor = pages.at(-1)?.recommendation_id;
        pages.push(await shop.search({ limit: LIMIT, pagination: { page, cursor } }));
        return pages.at(-1) as SearchResult;
      },
      async scroll(wanted) {
        while (wanted-- > 0) await chain.next();
      },
    };
    return chain;
  }

  const idOf = (page: SearchResult | undefined) => readCursor(page?.recommendation_id ?? "")?.id ?? "";
  const chainOf = ({ pages }: Chain) => {
    const read = process.ids.read(`swept-${shops}`, idOf(pages[0]));
    if (read === undefined) throw new Error("no cursor of this shop");
    return read.chain;
  };
  const documents = (chain: Chain) => [...chain.pages.map(idOf), lifetimeId(chainOf(chain))];
  /** Returns the number of documents of a cursor chain that are still stored. */
  const left = async (chain: Chain) =>
    (await getDocuments(bench.engine, index(), documents(chain))).filter((found) => found !== undefined).length;

  it("the deletion of expired cursors removes all documents of a paginated search after a grace period", async () => {
    const over = await start();
    await over.scroll(2);
    const single = await start();
    expect(await left(single), "a first page is stored with the second").to.equal(0);
    clock += TTL_MS / 2;
    const living = await start({ sort: ["price_asc"] });
    await living.scroll(2);

    clock += TTL_MS / 2 + GRACE_MS - 1;
    await sweepNow();
    expect([await left(over), await left(living)]).to.deep.equal([4, 4]);
    clock += 1;
    await sweepNow();
    expect([await left(over), await left(living)]).to.deep.equal([0, 4]);
    expect((await living.next()).count).to.equal(LIMIT);
  });

  it("the deletion of expired cursors retains every page of a search whose cursor lifetime was extended", async () => {
    const chain = await start();
    for (let page = 2; page <= 5; page += 1) {
      clock += 0.8 * TTL_MS;
      await chain.next();
      await sweepNow();
    }
    expect(await left(chain)).to.equal(6);
    const [first] = await getDocuments<PageState>(bench.engine, index(), documents(chain));
    const lifetime = await getDocument<Lifetime>(bench.engine, index(), lifetimeId(chainOf(chain)));
    expect(lifetime?.source).to.deep.equal({ chain: chainOf(chain), expires_at: clock + TTL_MS });
    // The cleanup has updated the expiry time in the document of the first page.
    expect(first?.source.expires_at).to.be.greaterThan(clock - GRACE_MS);
    const [one, two] = chain.pages as [SearchResult, SearchResult];
    const again = await shop.search({ limit: LIMIT, pagination: { page: 2, cursor: one.recommendation_id } });
    expect([again.recommendation_id, identifiers(again)]).to.deep.equal([two.recommendation_id, identifiers(two)]);
    await chain.scroll(PRODUCTS / LIMIT - 5);
    expect(new Set(chain.pages.flatMap(identifiers)).size).to.equal(PRODUCTS);
  });

  it("the deletion of expired cursors reads only expired pages", async () => {
    const over = await start();
    await over.scroll(1);
    clock += TTL_MS / 2;
    const living = await Promise.all(Array.from({ length: 10 }, () => start()));
    for (const chain of living) await chain.scroll(1);
    const seen: { readonly operation: string; readonly call: EngineCall; readonly response: unknown }[] = [];
    const watched = interposed(bench.engine, async (operation, _nth, proceed, call) => {
      const response = await proceed();
      seen.push({ operation, call, response });
      return response;
    });

    clock += TTL_MS / 2 + GRACE_MS;
    await sweepNow(watched.engine);
    const requested = {
      size: 1000,
      track_total_hits: true,
      _source: ["chain"],
      query: { range: { expires_at: { lte: clock - GRACE_MS } } },
      sort: [{ expires_at: "asc" }],
    };
    expect(seen.map(({ operation }) => operation)).to.deep.equal(["refresh", "search", "mget", "bulk"]);
    const [, found, looked, written] = seen;
    expect(found?.call.body).to.deep.equal(requested);
    const { hits } = (found?.response as { hits: { hits: { _id: string }[] } }).hits;
    expect(hits.map(({ _id }) => _id)).to.have.members(documents(over));
    expect(looked?.call.body).to.deep.equal({ ids: [lifetimeId(chainOf(over))] });
    const lines = (written?.call.bulkBody as string).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).to.have.deep.members(
      documents(over).map((_id) => ({ delete: { _id } })),
    );

    seen.length = 0;
    await sweepNow(watched.engine);
    expect(seen.map(({ operation }) => operation)).to.deep.equal(["refresh", "search"]);
    expect(await Promise.all(living.map(left))).to.deep.equal(living.map(() => 3));
  });

  it("the deletion of expired cursors removes more documents than fit into one request", async () => {
    const pages = 2_300;
    const writes = Array.from({ length: pages }, (_, number): Put => {
      const source = { chain: `c${number % 50}`, expires_at: clock + number };
      return { id: `page-${number}`, document: JSON.stringify(source), precondition: "absent" };
    });
    await bulk(bench.engine, writes, { index: index() });
    clock += GRACE_MS + pages - 2;
    await sweepNow();
    await refresh(bench.engine, index());
    expect(await countDocuments(bench.engine, index())).to.equal(1);
  });

  it("the deletion of expired cursors retains a search whose next page is stored just before the expiry", async () => {
    const pages = [await shop.search({ limit: LIMIT })];
    let swept = 0;
    const slow = interposed(bench.engine, async (operation, _nth, proceed) => {
      if (operation === "bulk" && swept++ === 0) {
        clock += 5_000;
        await sweepNow();
      }
      return proceed();
    });
    const other = chainShop(bench, `swept-${shops}`, [searchProcess(slow.engine, { now })]);
    clock += TTL_MS - 1;
    for (const page of [2, 3, 4]) {
      const cursor = pages.at(-1)?.recommendation_id;
      pages.push(await other.search({ limit: LIMIT, pagination: { page, cursor } }));
    }
    expect(swept).to.be.greaterThan(0);
    expect(new Set(pages.flatMap(identifiers)).size).to.equal(4 * LIMIT);
  });

  it("the deletion of expired cursors can run in several processes at the same time", async () => {
    const over = await Promise.all(Array.from({ length: 5 }, () => start()));
    await Promise.all(over.map((chain) => chain.scroll(6)));
    clock += 0.8 * TTL_MS;
    const living = await Promise.all(["price_asc", "newest", "featured"].map((sort) => start({ sort: [sort] })));
    await Promise.all(living.map((chain) => chain.scroll(2)));
    clock += 0.2 * TTL_MS + GRACE_MS;

    const sweeps = () => Promise.all(Array.from({ length: 4 }, () => sweepNow()));
    await Promise.all([sweeps(), ...living.map((chain) => chain.scroll(2))]);
    await sweeps();
    expect(await Promise.all(over.map(left))).to.deep.equal(over.map(() => 0));
    expect(await Promise.all(living.map(left))).to.deep.equal(living.map(() => 6));
    for (const chain of living) {
      await chain.scroll(PRODUCTS / LIMIT - chain.pages.length);
      expect(new Set(chain.pages.flatMap(identifiers)).size).to.equal(PRODUCTS);
    }
  });
});
