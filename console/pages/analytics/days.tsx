import { LineChart } from "@mantine/charts";
import { Card } from "@mantine/core";
import type { DayRow } from "../../server/insights/tables.js";
import { count } from "../../parts/format-numbers.js";
import { ReportTable, type TabProps } from "./report-table.js";

const SERIES = [
  { name: "searches", label: "Searches", color: "indigo.7" },
  { name: "clicks", label: "Clicks", color: "teal.7" },
  { name: "purchases", label: "Purchases", color: "orange.7" },
];

/**
 * Chart of daily searches, clicks and purchases. Hidden from screen readers, because a table contains the same numbers.
 */
export const DayChart = ({ days }: { days: readonly DayRow[] }) => (
  <Card withBorder aria-hidden>
    <LineChart
      h={240}
      data={[...days]}
      dataKey="day"
      series={SERIES}
      curveType="linear"
      withLegend
      lineChartProps={{ accessibilityLayer: false }}
    />
  </Card>
);

const number = (label: string, name: Exclude<keyof DayRow, "day">) => ({
  label,
  isNumber: true,
  cell: (row: DayRow) => count(row[name]),
});

export const DayTable = ({ report, range }: TabProps) => (
  <ReportTable
    of="days"
    report={{ ...report, days: report.days.toReversed() }}
    range={range}
    title="Daily numbers"
    about="Days are in UTC. Only devices that received search results, listings or recommendations are counted."
    columns={[
      { label: "Day", isNumber: true, cell: ({ day }) => day },
      number("Searches", "searches"),
      number("Without results", "without_results"),
      number("Listings", "listings"),
      number("Recommendations", "blocks"),
      number("Devices", "devices"),
      number("Clicks", "clicks"),
      number("Added to cart", "carts"),
      number("Purchases", "purchases"),
    ]}
    none="No days."
  />
);
