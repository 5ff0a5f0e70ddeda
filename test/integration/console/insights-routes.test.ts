import { expect } from "chai";
import type { StreamLine } from "../../../console/server/stream.js";
import type { InsightsReport } from "../../../console/server/insights/tables.js";
import { signIn, type ConsoleSession } from "../../support/console-session.js";
import { randomTraffic, storeTraffic } from "../../support/shop-traffic.js";
import { useShop, type Storefront } from "../../support/shop.js";

const RANGE = "from=2026-10-28&to=2026-11-03";

describe("insights in the console", () => {
  const shop = useShop({ instances: 1 });
  let storefront: Storefront;
  let anna: ConsoleSession;

  before("store several days of traffic", async () => {
    storefront = await shop.storefront();
    anna = await signIn(shop.services[0]!, storefront.private_key, "Anna");
    const days = { from: Date.parse("2026-10-28T00:00:00Z"), to: Date.parse("2026-11-03T00:00:00Z") };
    await storeTraffic(
      shop.engine,
      randomTraffic({ seed: "routes", clientId: storefront.client_id, responses: 300, ...days }),
    );
  });

  it("the insights report is streamed to the console with progress reports", async () => {
    const lines = (await anna.lines(`insights?${RANGE}`, {})) as StreamLine<InsightsReport>[];
    const last = lines.at(-1)!;
    expect("result" in last && last.result.sample).to.deep.equal({ responses: 300, read: 300, share: 1 });
    expect(lines[0]).to.deep.equal({ progress: { done: 0, of: 300 } });
  });

  it("each table of the insights report can be downloaded as a CSV file", async () => {
    const { headers, text } = await anna.download(`insights/frequent.csv?${RANGE}`);
    expect(headers.get("content-disposition")).to.equal("attachment; filename=frequent-2026-10-28-to-2026-11-03.csv");
    expect(headers.get("content-type")).to.equal("text/csv; charset=utf-8");
    const [head, ...rows] = text.replace("\uFEFF", "").trim().split("\n");
    expect(head).to.equal("query,searches,devices,without_results,clicked_share,visits,bought_visits");
    expect(rows.filter((row) => row.startsWith("'=1+1,"))).to.have.length(1);
    expect(rows.filter((row) => /^[=+\-@]/.test(row))).to.deep.equal([]);
    const days = await anna.download(`insights/days.csv?${RANGE}`);
    expect(days.text.trim().split("\n")).to.have.length(8);
  });

  for (const [what, path] of [
    ["days in the wrong order", "days.csv?from=2026-11-03&to=2026-11-01"],
    ["more than 90 days", "days.csv?from=2026-01-01&to=2026-11-01"],
    ["an invalid date", "days.csv?from=2026-02-31"],
    ["an unknown table", "toString.csv"],
  ] as const) {
    it(`the insights endpoints reject a request with ${what}`, async () => {
      const { status, error } = await anna("GET", `insights/${path}`);
      expect({ status, code: error.code }).to.deep.equal({ status: 400, code: "validation_error" });
    });
  }
});
