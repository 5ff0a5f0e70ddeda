import { Card } from "@mantine/core";
import type { InsightsReport, TableName } from "../../server/insights/tables.js";
import { type Column, RowsTable } from "../../parts/rows-table.js";

export interface TabProps {
  readonly report: InsightsReport;
  readonly range: string;
}

interface ReportTableProps<N extends TableName> extends TabProps {
  readonly of: N;
  readonly title: string;
  readonly about?: string;
  readonly columns: readonly Column<InsightsReport[N][number]>[];
  readonly none: string;
}

export const ReportTable = <N extends TableName>({ of, report, range, ...texts }: ReportTableProps<N>) => (
  <Card withBorder>
    <RowsTable<InsightsReport[N][number]>
      {...texts}
      rows={report[of]}
      keyOf={JSON.stringify}
      csv={`/console/api/insights/${of}.csv?${range}`}
    />
  </Card>
);
