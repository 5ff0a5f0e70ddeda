import { expect } from "chai";
import { formatMode, formatReport } from "../../../console/pages/catalog/format-job.js";
import { Report } from "../../../src/catalog/ingestion/ingestion-report.js";

describe("formatted import", () => {
  const report = new Report();
  report.lines.received = 7;
  Object.assign(report.products, { created: 1, updated: 2, unchanged: 0, deactivated: 3, reactivated: 1 });
  const metrics = report.finish({ bytes: 1, seconds: 1, attempts: 1, failure: null });

  it("an import is formatted with its mode and whether it is a dry run", () => {
    expect(formatMode({ mode: "soft_replace", dry_run: true })).to.equal("Whole catalog, dry run");
    expect(formatMode({ mode: "soft_replace", dry_run: false })).to.equal("Whole catalog");
    expect(formatMode({ mode: "insert", dry_run: true })).to.equal("Changed products, dry run");
  });

  it("the report of an import lists the changes of the import or, for a dry run, the changes that would be made", () => {
    const changes = "1 added, 2 changed, 3 no longer for sale, 1 for sale again.";
    expect(formatReport(metrics, false)).to.deep.equal([
      "Lines: 7 received, 0 rejected, 0 deletions.",
      `Products: ${changes}`,
      "Duration: 1.0 seconds for 0.0 MB.",
    ]);
    expect(formatReport(metrics, true).slice(0, 3)).to.deep.equal([
      "This was a dry run: the catalog was not changed.",
      "Lines: 7 received, 0 rejected, 0 deletions.",
      `Products that would change: ${changes}`,
    ]);
  });
});
