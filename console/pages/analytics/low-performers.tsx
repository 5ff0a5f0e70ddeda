import { Anchor, Stack } from "@mantine/core";
import { Link } from "wouter";
import type { ShownCounts, Verdict } from "../../server/insights/tables.js";
import { count, percent } from "../../parts/format-numbers.js";
import { StateBadge } from "../../parts/state-badge.js";
import { SOURCES } from "./conversion.js";
import { ReportTable, type TabProps } from "./report-table.js";

const VERDICTS: Readonly<Record<Verdict, { readonly label: string; readonly color: string }>> = {
  less: { label: "Fewer clicks", color: "red" },
  usual: { label: "As expected", color: "gray" },
  more: { label: "More clicks", color: "green" },
  too_few: { label: "Not enough data", color: "gray" },
};

const SHOWN = [
  { label: "Shown", isNumber: true, cell: (row: ShownCounts) => count(row.shown) },
  { label: "Clicks", isNumber: true, cell: (row: ShownCounts) => count(row.clicked) },
  { label: "Expected clicks", isNumber: true, cell: (row: ShownCounts) => row.expected_clicks.toFixed(1) },
  { label: "Click rate", isNumber: true, cell: (row: ShownCounts) => percent(row.rate) },
  { label: "Expected rate", isNumber: true, cell: (row: ShownCounts) => percent(row.expected_rate) },
  {
    label: "Result",
    cell: ({ verdict }: ShownCounts) => (
      <StateBadge color={VERDICTS[verdict].color}>{VERDICTS[verdict].label}</StateBadge>
    ),
  },
];

export const LowPerformers = (tab: TabProps) => (
  <Stack>
    <ReportTable
      of="listings"
      {...tab}
      title="Listings"
      about="Expected clicks are the average number of clicks on all products shown in the same positions. Rows with the fewest clicks compared with the expected clicks come first."
      columns={[
        {
          label: "Listing",
          cell: ({ name, address }) => (
            <Anchor component={Link} href={`/console/preview?${address}`}>
              {name}
            </Anchor>
          ),
        },
        ...SHOWN,
      ]}
      none="No listings were shown in this period."
    />
    <ReportTable
      of="brands"
      {...tab}
      title="Brands"
      columns={[{ label: "Brand", cell: ({ name }) => name }, ...SHOWN]}
      none="No products with a brand were shown in this period."
    />
    <ReportTable
      of="positions"
      {...tab}
      title="Click rate by position"
      about="Positions are counted across all pages of a search or listing."
      columns={[
        { label: "Source", cell: ({ surface }) => SOURCES[surface] },
        { label: "Position", isNumber: true, cell: ({ position }) => position },
        { label: "Shown", isNumber: true, cell: ({ shown }) => count(shown) },
        { label: "Clicks", isNumber: true, cell: ({ clicked }) => count(clicked) },
        { label: "Click rate", isNumber: true, cell: ({ rate }) => percent(rate) },
      ]}
      none="No products were shown in this period."
    />
  </Stack>
);
