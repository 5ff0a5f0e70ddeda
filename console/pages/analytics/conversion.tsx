import { Stack } from "@mantine/core";
import type { BlockRow } from "../../server/insights/tables.js";
import { count, formatRevenue, percent } from "../../parts/format-numbers.js";
import { ReportTable, type TabProps } from "./report-table.js";

const KINDS = { search: "Search", listing: "Listing", profile: "Recommendations", placement: "Placement" } as const;
export const SOURCES = { search: "Searches", listing: "Listings", block: "Recommendations" } as const;

function rate(label: string, name: "click" | "cart" | "purchase") {
  const cell = (row: BlockRow) => {
    const [value, low, high] = [row[`${name}_rate`], row[`${name}_rate_low`], row[`${name}_rate_high`]];
    if (value === null || low === null || high === null) return "Not enough data";
    return `${percent(value)} (${percent(low)} to ${percent(high)})`;
  };
  return { label, isNumber: true, cell };
}

export const Conversion = (tab: TabProps) => (
  <Stack>
    <ReportTable
      of="blocks"
      {...tab}
      title="Conversion by source"
      about="Rates are shares of the searches, listings and recommendations shown, with their 95 % confidence intervals. A purchase counts if the shopper clicked the product in the search, listing or recommendation and bought it within 24 hours."
      columns={[
        { label: "Source", cell: ({ name, slot }) => (slot === null ? name : `${name}: ${slot}`) },
        { label: "Type", cell: ({ kind }) => KINDS[kind] },
        { label: "Responses", isNumber: true, cell: ({ responses }) => count(responses) },
        { label: "Devices", isNumber: true, cell: ({ devices }) => count(devices) },
        rate("Click rate", "click"),
        rate("Add-to-cart rate", "cart"),
        rate("Conversion", "purchase"),
      ]}
      none="No listings or recommendations were shown in this period."
    />
    <ReportTable
      of="revenue"
      {...tab}
      title="Revenue by source"
      about="A purchase counts for the last search, listing or recommendation in which the shopper clicked the product during the 24 hours before the purchase."
      columns={[
        { label: "Source", cell: ({ source }) => SOURCES[source] },
        { label: "Units", isNumber: true, cell: ({ units }) => count(units) },
        { label: "Revenue", isNumber: true, cell: formatRevenue },
      ]}
      none="No purchases followed a click in this period."
    />
  </Stack>
);
