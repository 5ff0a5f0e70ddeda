import { LineChart } from "@mantine/charts";
import { Box, SimpleGrid } from "@mantine/core";
import type { DayRow } from "../../server/insights/tables.js";
import { count } from "../../parts/format-numbers.js";
import { RowsTable } from "../../parts/rows-table.js";
import { csvOf } from "./use-report.js";

const SERIES = [
  { name: "searches", label: "Searches", color: "indigo.7" },
  { name: "clicks", label: "Clicks", color: "teal.7" },
  { name: "purchases", label: "Purchases", color: "orange.7" },
];

const number = (label: string, name: Exclude<keyof DayRow, "day">) => ({
  label,
  isNumber: true,
  cell: (row: DayRow) => count(row[name]),
});

const COLUMNS = [
  { label: "Day", isNumber: true, cell: (row: DayRow) => row.day },
  number("Searches", "searches"),
  number("Without results", "without_results"),
  number("Listings", "listings"),
  number("Blocks", "blocks"),
  number("Devices", "devices"),
  number("Clicks", "clicks"),
  number("Carts", "carts"),
  number("Purchases", "purchases"),
];

/** Charts and table of the daily metrics. */
export function Days({ days, range }: { readonly days: readonly DayRow[]; readonly range: string }) {
  return (
    <SimpleGrid cols={{ base: 1, xl: 2 }}>
      <Box aria-hidden>
        <LineChart
          h={280}
          data={[...days]}
          dataKey="day"
          series={SERIES}
          curveType="linear"
          withLegend
          lineChartProps={{ accessibilityLayer: false }}
        />
      </Box>
      <RowsTable
        title="Day by day"
        about="Days are in UTC. Devices are those that were shown something."
        columns={COLUMNS}
        rows={days.toReversed()}
        keyOf={({ day }) => day}
        none="No days."
        csv={csvOf("days", range)}
      />
    </SimpleGrid>
  );
}
