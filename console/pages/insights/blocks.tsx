import { Stack } from "@mantine/core";
import type { BlockRow, InsightsReport } from "../../server/insights/tables.js";
import { count, percent } from "../../parts/format-numbers.js";
import { RowsTable } from "../../parts/rows-table.js";
import { inPercent, RateBars } from "./rate-bars.js";
import { csvOf } from "./use-report.js";

const nameOf = ({ name, slot }: BlockRow) => (slot === null ? name : `${name}: ${slot}`);

const KINDS = { search: "", listing: "", profile: "profile", placement: "placement" } as const;

function rate(label: string, name: "click" | "cart" | "purchase") {
  const cell = (row: BlockRow) => {
    const [value, low, high] = [row[`${name}_rate`], row[`${name}_rate_low`], row[`${name}_rate_high`]];
    if (value === null || low === null || high === null) return "too few to tell";
    return `${percent(value)} (${percent(low)} to ${percent(high)})`;
  };
  return { label, isNumber: true, cell };
}

const COLUMNS = [
  { label: "Block", cell: nameOf },
  { label: "Kind", cell: ({ kind }: BlockRow) => KINDS[kind] },
  { label: "Answers", isNumber: true, cell: ({ responses }: BlockRow) => count(responses) },
  { label: "Devices", isNumber: true, cell: ({ devices }: BlockRow) => count(devices) },
  { label: "With a click", isNumber: true, cell: ({ clicks }: BlockRow) => count(clicks) },
  { label: "With a cart", isNumber: true, cell: ({ carts }: BlockRow) => count(carts) },
  { label: "With a purchase", isNumber: true, cell: ({ purchases }: BlockRow) => count(purchases) },
  rate("Clicked", "click"),
  rate("Into the cart", "cart"),
  rate("Bought", "purchase"),
];

/** Chart and table of click and purchase rates by recommendation block. */
export function Blocks({ report, range }: { readonly report: InsightsReport; readonly range: string }) {
  const known = report.blocks.filter(({ click_rate }) => click_rate !== null);
  const data = known.map((row) => ({
    block: nameOf(row),
    Clicked: inPercent(row.click_rate ?? 0),
    Bought: inPercent(row.purchase_rate ?? 0),
  }));
  const series = [
    { name: "Clicked", color: "teal.7" },
    { name: "Bought", color: "orange.7" },
  ];
  return (
    <Stack gap="xl">
      {known.length > 0 && <RateBars data={data} dataKey="block" series={series} />}
      <RowsTable
        title="Conversion by block"
        about="Shares of answers, with the range that holds the true one 19 times in 20. A purchase counts for an answer when its device bought a product that it clicked there, within a day after the click."
        columns={COLUMNS}
        rows={report.blocks}
        keyOf={({ kind, name, slot }) => JSON.stringify([kind, name, slot])}
        none="No block was shown."
        csv={csvOf("blocks", range)}
      />
    </Stack>
  );
}
