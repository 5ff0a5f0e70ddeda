import { Anchor, SimpleGrid, Stack } from "@mantine/core";
import { Link } from "wouter";
import type { QueryRow, QueryVisits } from "../../server/insights/tables.js";
import { count, formatRevenue, percent } from "../../parts/format-numbers.js";
import { useSession } from "../../parts/session.js";
import { ReportTable, type TabProps } from "./report-table.js";
import { Action } from "../../parts/action.js";

export const previewOf = (query: string): string => `/console/preview?query=${encodeURIComponent(query)}`;

const Query = ({ query }: { query: string }) => (
  <Anchor component={Link} href={previewOf(query)} title="Open in search preview">
    {query}
  </Anchor>
);

export function FixButton({ query }: { query: string }) {
  const { may } = useSession();
  const label = may("editor") ? "Fix search" : "Open preview";
  return (
    <Action
      label={label}
      name={`${label}: ${query}`}
      href={previewOf(query)}
      size="compact-xs"
      style={{ flexShrink: 0 }}
    />
  );
}

const QUERY = { label: "Search", cell: ({ query }: { readonly query: string }) => <Query query={query} /> };
const SEARCHES = { label: "Searches", isNumber: true, cell: ({ searches }: QueryRow) => count(searches) };
const DEVICES = { label: "Devices", isNumber: true, cell: (row: { readonly devices: number }) => count(row.devices) };
const FIX = { label: "Action", cell: ({ query }: { readonly query: string }) => <FixButton query={query} /> };

const conversionOf = ({ visits, bought_visits }: QueryVisits) => percent(visits === 0 ? 0 : bought_visits / visits);

export const Searches = (tab: TabProps) => (
  <Stack>
    <ReportTable
      of="frequent"
      {...tab}
      title="Top searches"
      columns={[
        QUERY,
        SEARCHES,
        DEVICES,
        { label: "Without results", isNumber: true, cell: (row) => count(row.without_results) },
        { label: "Click rate", isNumber: true, cell: (row) => (row.clicked_share === null ? "Not enough data" : percent(row.clicked_share)) }, // prettier-ignore
        { label: "Conversion", isNumber: true, cell: (row) => (row.clicked_share === null ? "Not enough data" : conversionOf(row)) }, // prettier-ignore
      ]}
      none="There were no searches in this period."
    />
    <ReportTable
      of="earned"
      {...tab}
      title="Revenue by search"
      about="A purchase counts for the last search, listing or recommendation in which the shopper clicked the product during the 24 hours before the purchase. A visit is a series of searches for the same query on one device, with pauses of less than 30 minutes. Refunds are not deducted."
      columns={[
        QUERY,
        { label: "Visits", isNumber: true, cell: (row) => count(row.visits) },
        { label: "Conversion", isNumber: true, cell: (row) => `${count(row.bought_visits)} (${conversionOf(row)})` },
        { label: "Units", isNumber: true, cell: (row) => count(row.units) },
        { label: "Revenue", isNumber: true, cell: formatRevenue },
      ]}
      none="No purchases followed a search in this period."
    />
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <ReportTable
        of="without_results"
        {...tab}
        title="Without results"
        about="Searches that found no products. Your shop may lack a synonym, a redirect or the product."
        columns={[QUERY, SEARCHES, FIX]}
        none="Every search had results."
      />
      <ReportTable
        of="few_clicks"
        {...tab}
        title="Few clicks"
        about="Searches with results but without clicks, or with fewer clicks than usual for the positions of their products."
        columns={[
          QUERY,
          { label: "Clicks", isNumber: true, cell: (row) => `${count(row.clicked)} of ${row.expected_clicks.toFixed(1)} expected` }, // prettier-ignore
          FIX,
        ]}
        none="No search received fewer clicks than expected."
      />
      <ReportTable
        of="corrected"
        {...tab}
        title="Corrected"
        about="Searches for words that no product contains. Similar words were searched instead."
        columns={[QUERY, { label: "Corrected to", cell: (row) => row.corrected }, SEARCHES, DEVICES]}
        none="No search was corrected."
      />
      <ReportTable
        of="retyped"
        {...tab}
        title="Reformulations"
        about="Searches that were followed by a different search on the same device within two minutes."
        columns={[
          QUERY,
          { label: "Next search", cell: (row) => <Query query={row.retyped} /> },
          { label: "Times", isNumber: true, cell: (row) => count(row.times) },
          { label: "Of searches", isNumber: true, cell: (row) => count(row.responses) },
        ]}
        none="No shoppers replaced a search by another search in this period."
      />
    </SimpleGrid>
  </Stack>
);
