import { Anchor, SimpleGrid, Stack } from "@mantine/core";
import { Link } from "wouter";
import type { InsightsReport, ShownRow, Verdict } from "../../server/insights/tables.js";
import { count, percent } from "../../parts/format-numbers.js";
import { RowsTable } from "../../parts/rows-table.js";
import { StateBadge } from "../../parts/state-badge.js";
import { inPercent, RateBars } from "./rate-bars.js";
import { csvOf } from "./use-report.js";

const VERDICTS: Readonly<Record<Verdict, { readonly label: string; readonly color: string }>> = {
  less: { label: "clicked less", color: "red" },
  usual: { label: "as usual", color: "gray" },
  more: { label: "clicked more", color: "green" },
  too_few: { label: "too few to tell", color: "gray" },
};

const SHOWN = [
  { label: "Shown", isNumber: true, cell: (row: ShownRow) => count(row.shown) },
  { label: "Clicked", isNumber: true, cell: (row: ShownRow) => count(row.clicked) },
  { label: "Expected", isNumber: true, cell: (row: ShownRow) => row.expected_clicks.toFixed(1) },
  { label: "Rate", isNumber: true, cell: (row: ShownRow) => percent(row.rate) },
  { label: "Rate there", isNumber: true, cell: (row: ShownRow) => percent(row.expected_rate) },
  {
    label: "Compared",
    cell: ({ verdict }: ShownRow) => <StateBadge color={VERDICTS[verdict].color}>{VERDICTS[verdict].label}</StateBadge>,
  },
];

const ABOUT =
  "Expected is what products in the same places are clicked, whatever they are: what stands low is clicked less. First those that miss most clicks.";

const SURFACES: Readonly<Record<string, string>> = { search: "Searches", listing: "Listings", block: "Blocks" };

interface TabProps {
  readonly report: InsightsReport;
  readonly range: string;
}

/** Products shown but rarely clicked, corrected for their positions, with click rates by position. */
export function Shown({ report, range }: TabProps) {
  const chart = [...new Set(report.positions.map(({ position }) => position))].map((position) => ({
    position,
    ...Object.fromEntries(
      report.positions
        .filter((row) => row.position === position)
        .map(({ surface, rate }) => [SURFACES[surface] ?? surface, inPercent(rate)]),
    ),
  }));
  const series = [
    { name: "Searches", color: "indigo.7" },
    { name: "Listings", color: "teal.7" },
    { name: "Blocks", color: "orange.7" },
  ].filter(({ name }) => report.positions.some(({ surface }) => SURFACES[surface] === name));
  return (
    <Stack gap="xl">
      <RowsTable
        title="Listings"
        about={ABOUT}
        columns={[
          {
            label: "Listing",
            cell: (row) => (
              <Anchor component={Link} href={`/console/listings?${row.address}`} size="sm">
                {row.name}
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
      <RowsTable
        title="Brands"
        columns={[{ label: "Brand", cell: (row: ShownRow) => row.name }, ...SHOWN]}
        rows={report.brands}
        keyOf={({ name }) => name}
        none="No brand was shown."
        csv={csvOf("brands", range)}
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <RateBars data={chart} dataKey="position" series={series} />
        <RowsTable
          title="Places"
          about="How often what stands in a place is clicked. Places are counted over all pages."
          columns={[
            { label: "Where", cell: ({ surface }) => SURFACES[surface] ?? surface },
            { label: "Place", isNumber: true, cell: ({ position }) => position },
            { label: "Shown", isNumber: true, cell: ({ shown }) => count(shown) },
            { label: "Clicked", isNumber: true, cell: ({ clicked }) => count(clicked) },
            { label: "Rate", isNumber: true, cell: ({ rate }) => percent(rate) },
          ]}
          rows={report.positions}
          keyOf={({ surface, position }) => `${surface} ${position}`}
          none="Nothing was shown."
          csv={csvOf("positions", range)}
        />
      </SimpleGrid>
    </Stack>
  );
}
