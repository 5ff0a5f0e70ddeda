import { expect } from "chai";
import { insightsReport, type ReportDeps } from "../../../console/server/insights/report.js";
import { isInSample } from "../../../console/server/insights/sample.js";
import type { InsightsReport } from "../../../console/server/insights/tables.js";
import { bulk } from "../../../src/engine/bulk.js";
import { createIndex, refresh } from "../../../src/engine/indices.js";
import { usePreparedEngine } from "../../support/engine.js";
import { insightsByHand, round } from "../../support/insights-oracle.js";
import { randomTraffic, storeTraffic, type Traffic } from "../../support/shop-traffic.js";

/** A date range across the end of a month, so that the data for this range is in two indices. */
const RANGE = { from: "2026-10-28", to: "2026-11-03" };
const NEVER = new AbortController().signal;

/** Removes four of every five events that refer to responses to the given query. */
function withFewClicks(query: string, { responses, events }: Traffic): Traffic {
  const ids = new Set(responses.flatMap((one) => (one.user_query === query ? [one.query_id] : [])));
  let clicks = 0;
  return { responses, events: events.filter((event) => !ids.has(event.query_id ?? "") || clicks++ % 5 === 0) };
}

describe("the insights report", () => {
  const bench = usePreparedEngine();
  let traffic: Traffic;

  before("store several days of traffic for two shops", async () => {
    const days = { from: Date.parse("2026-10-27T00:00:00Z"), to: Date.parse("2026-11-05T00:00:00Z") };
    traffic = withFewClicks("scarf", randomTraffic({ seed: "insights", clientId: "shop", responses: 2_600, ...days }));
    await storeTraffic(bench.engine, traffic);
    await storeTraffic(bench.engine, randomTraffic({ seed: "others", clientId: "other", responses: 50, ...days }));
    const index = `${bench.engine.prefix}catalogue`;
    await createIndex(bench.engine, index, { mappings: { dynamic: false } });
    const products = Array.from({ length: 40 }, (_, at) => ({
      id: `P${at}`,
      document: JSON.stringify({ source: [{ data: { designer: brandOf(`P${at}`) ?? [] } }] }),
      precondition: "none" as const,
    }));
    await bulk(bench.engine, products, { index });
    await refresh(bench.engine, index);
  });

  const brandOf = (id: string) => [null, "Fernwick", "Ostra", "Lumen"][Number(id.slice(1)) % 4] ?? null;

  const deps = (more: Partial<ReportDeps> = {}): ReportDeps => ({
    engine: bench.engine,
    liveCatalogs: {
      get: () =>
        Promise.resolve({
          index: `${bench.engine.prefix}catalogue`,
          catalogVersion: 1,
          fields: new Map(),
          multi_variant: true,
          version: 1,
        }),
      lose: () => undefined,
    },
    identify: (_client, names) =>
      Promise.resolve(
        new Map(names.flatMap((name) => (name.endsWith("-variant") ? [[name, name.replace("-variant", "")]] : []))),
      ),
    ...more,
  });

  const report = (more: Partial<ReportDeps> = {}, progress: number[] = []) =>
    insightsReport(
      deps(more),
      { clientId: "shop", range: RANGE, currency: "CHF" },
      ({ done }) => void progress.push(done),
      NEVER,
    );

  /** Converts a report to the format of the expected result. */
  const comparable = (made: InsightsReport) => ({
    queries: made.frequent.map(({ query, searches, without_results, visits, bought_visits }) => ({
      query,
      searches,
      without_results,
      visits,
      bought_visits,
    })),
    earned: made.earned,
    corrected: made.corrected.map(({ query, searches }) => ({ query, searches })),
    revenue: made.revenue,
    few_clicks: made.few_clicks.map(({ query, clicked, expected_clicks }) => ({
      query,
      clicked,
      expected: round(expected_clicks),
    })),
    retyped: made.retyped.map(({ query, retyped, times }) => [query, retyped, times]),
    listings: made.listings.map(({ listing, shown, clicked, expected_clicks }) => ({
      listing,
      shown,
      clicked,
      expected: round(expected_clicks),
    })),
    brands: made.brands.map(({ name, shown, clicked, expected_clicks }) => ({
      name,
      shown,
      clicked,
      expected: round(expected_clicks),
    })),
    positions: made.positions.map(({ surface, position, shown, clicked }) => ({
      key: `${surface} ${position}`,
      shown,
      clicked,
    })),
    blocks: made.blocks.map(({ name, slot, responses, devices, clicks, carts, purchases }) => ({
      key: JSON.stringify([name, slot]),
      responses,
      devices,
      clicks,
      carts,
      purchases,
    })),
    days: made.days,
  });

  const expectSame = (made: InsightsReport, isRead?: (id: string) => boolean) => {
    const byHand = insightsByHand(traffic, {
      ...RANGE,
      brandOf,
      ...(isRead === undefined ? {} : { isRead: ({ query_id }) => isRead(query_id) }),
    });
    const tables = comparable(made);
    for (const name of Object.keys(byHand) as (keyof typeof byHand)[]) {
      expect(tables[name], name).to.have.deep.members(byHand[name] as unknown[]);
    }
  };

  it("the insights report equals metrics that are independently computed from all responses and events", async () => {
    const progress: number[] = [];
    const made = await report({}, progress);
    expectSame(made);
    expect(made.sample.share).to.equal(1);
    expect(made.sample.read).to.equal(made.sample.responses);
    expect(progress).to.deep.equal([...progress].sort((one, other) => one - other));
    expect(progress.at(-1)).to.equal(made.sample.responses);
    // Empty reports would pass the comparison, so the test data must fill every table.
    for (const rows of [
      made.without_results,
      made.few_clicks,
      made.corrected,
      made.retyped,
      made.listings,
      made.brands,
    ]) {
      expect(rows).not.to.be.empty;
    }
    expect(made.few_clicks[0]).to.deep.include({ query: "scarf", verdict: "less" });
    expect(new Set(made.revenue.map(({ source }) => source))).to.deep.equal(new Set(["search", "listing", "block"]));
    expect(new Set(made.earned.map(({ currency }) => currency))).to.deep.equal(new Set(["EUR", "USD", "CHF"]));
    expect(made.frequent.some(({ visits, searches }) => visits < searches)).to.equal(true);
    expect(made.blocks.some(({ carts, purchases }) => carts > 0 && purchases > 0)).to.equal(true);
    expect(made.corrected.find(({ query }) => query === "lamp")).to.deep.include({ corrected: "lamps" });
  });

  it("the insights report of a sample equals metrics that are independently computed from the sample", async () => {
    const made = await report({ target: 600 });
    const { share, read, responses } = made.sample;
    expect(share).to.be.lessThan(0.4);
    expect(read).to.equal(
      traffic.responses.filter(
        ({ query_id, timestamp }) => isInSample(query_id, share) && timestamp >= RANGE.from && timestamp < "2026-11-04",
      ).length,
    );
    expect(Math.abs(read - responses * share)).to.be.lessThan(5 * Math.sqrt(responses * share));
    expectSame(made, (id) => isInSample(id, share));
  });

  it("the insights report is empty for a shop without shoppers", async () => {
    const made = await insightsReport(deps(), { clientId: "nobody", range: RANGE }, () => undefined, NEVER);
    expect(made.sample).to.deep.equal({ responses: 0, read: 0, share: 1 });
    expect(made.days).to.have.length(7);
    expect([made.frequent, made.listings, made.brands, made.positions, made.blocks].flat()).to.deep.equal([]);
  });

  it("the computation of the insights report stops when the client disconnects", async () => {
    const gone = new AbortController();
    let reported = 0;
    const stop = () => {
      if (++reported === 2) gone.abort(new Error("gone"));
    };
    let failure: unknown;
    await insightsReport(deps(), { clientId: "shop", range: RANGE }, stop, gone.signal).catch(
      (error: unknown) => (failure = error),
    );
    expect((failure as Error).message).to.equal("gone");
  });
});
