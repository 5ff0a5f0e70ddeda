import { expect } from "chai";
import { STATUS, type IngestionRecord } from "../../../src/catalog/ingestion/ingestion-record.js";
import { Report } from "../../../src/catalog/ingestion/ingestion-report.js";
import { exitCodeOf, reportLines } from "../../../src/commands/ingest-command.js";

function recordOf(rejected: number, failure: string | null = null): IngestionRecord {
  const report = new Report();
  report.lines.received = 3;
  report.lines.rejected = rejected;
  for (let line = 1; line <= rejected; line += 1) void report.reject({ line, product_identifier: null, reason: "why" });
  return {
    id: 17,
    client_id: "shop",
    trigger_source: { type: "cli", mode: "insert", comment: null, metadata: null, user: null },
    product_metrics: report.finish({ bytes: 1, seconds: 1, attempts: 1, failure }),
    file_identifier: "x.ndjson",
    status: failure === null ? STATUS.COMPLETED : STATUS.FAILED,
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:01.000Z",
  };
}

describe("vitrine ingest", () => {
  it("vitrine ingest exits with 0 if all lines were accepted, 3 if some were rejected, and 1 if the job failed", () => {
    expect([recordOf(0), recordOf(1), recordOf(3, "none was taken")].map(exitCodeOf)).to.deep.equal([0, 3, 1]);
  });

  it("vitrine ingest prints the outcome of the job in the first line, followed by the rejected lines", () => {
    expect(reportLines(recordOf(0))[0]).to.equal("Ingestion 17 completed (insert, client shop)");
    const lines = reportLines(recordOf(1));
    expect(lines[0]).to.equal("Ingestion 17 completed with rejected lines (insert, client shop)");
    expect(lines.at(-1)).to.equal("  line 1: why");
    expect(reportLines(recordOf(3, "none was taken")).slice(0, 2)).to.deep.equal([
      "Ingestion 17 failed (insert, client shop)",
      "  reason     none was taken",
    ]);
  });
});
