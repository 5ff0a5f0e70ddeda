import { Anchor, Card, Stack } from "@mantine/core";
import { Link } from "wouter";
import type { ShownCounts, ShownRow, Verdict } from "../../server/insights/tables.js";
import { count, percent } from "../../parts/format-numbers.js";
import { RowsTable } from "../../parts/rows-table.js";
import { StateBadge } from "../../parts/state-badge.js";
import { SOURCES } from "./conversion.js";
import { csvOf, type TabProps } from "./use-report.js";

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

/** Tables of listings and brands that are shown but rarely clicked, corrected for their positions. */
export const LowPerformers = ({ report, range }: TabProps) => (
  <Stack>
    <Card withBorder>
      <RowsTable
        title="Listings"
        about="Expected clicks are the average of all products shown in the same positions. The rows with the most missing clicks come first."
        columns={[
          {
            label: "Listing",
            cell: ({ name, address }) => (
              <Anchor component={Link} href={`/console/preview?${address}`} size="sm">
                {name}
              </Anchor>
            ),
          },
          ...SHOWN,
        ]}
        rows={report.listings}
        keyOf={({ listing }) => listing}
        none="No listing was shown."
        csv={csvOf("listings", range)}
      />
    </Card>
    <Card withBorder>
      <RowsTable
        title="Brands"
        columns={[{ label: "Brand", cell: ({ name }: ShownRow) => name }, ...SHOWN]}
        rows={report.brands}
        keyOf={({ name }) => name}
        none="No brand was shown."
        csv={csvOf("brands", range)}
      />
    </Card>
    <Card withBorder>
      <RowsTable
        title="Click rate by position"
        about="Positions are counted across all pages."
        columns={[
          { label: "Source", cell: ({ surface }) => SOURCES[surface] },
          { label: "Position", isNumber: true, cell: ({ position }) => position },
          { label: "Shown", isNumber: true, cell: ({ shown }) => count(shown) },
          { label: "Clicks", isNumber: true, cell: ({ clicked }) => count(clicked) },
          { label: "Click rate", isNumber: true, cell: ({ rate }) => percent(rate) },
        ]}
        rows={report.positions}
        keyOf={({ surface, position }) => `${surface} ${position}`}
        none="No product was shown."
        csv={csvOf("positions", range)}
      />
    </Card>
  </Stack>
);
