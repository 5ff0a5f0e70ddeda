import { expect } from "chai";
import { formatReport, whatCame } from "../../../console/pages/catalog/format-job.js";
import { Report } from "../../../src/catalog/ingestion/ingestion-report.js";

describe("formatted ingestion job", () => {
  const report = new Report();
  report.lines.received = 7;
  Object.assign(report.products, { created: 1, updated: 2, unchanged: 0, deactivated: 3, reactivated: 1 });
  const metrics = report.finish({ bytes: 1, seconds: 1, attempts: 1, failure: null });

  it("marks a dry run", () => {
    expect(whatCame({ mode: "soft_replace", dry_run: true })).to.equal("whole catalogue, dry run");
    expect(whatCame({ mode: "soft_replace", dry_run: false })).to.equal("whole catalogue");
    expect(whatCame({ mode: "insert", dry_run: true })).to.equal("changes, dry run");
  });

  it("uses the conditional for a dry run, and the past tense otherwise", () => {
    expect(formatReport(metrics, false)[1]).to.equal(
      "Of the products 1 came new, 2 changed, 3 are not sold any more, 1 are sold again.",
    );
    const dry = formatReport(metrics, true);
    expect(dry[0]).to.equal("This was a dry run: nothing was changed.");
    expect(dry[2]).to.equal(
      "Of the products 1 would come new, 2 would change, 3 would not be sold any more, 1 would be sold again.",
    );
  });
});
