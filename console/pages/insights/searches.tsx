import { Anchor, SimpleGrid } from "@mantine/core";
import { Link } from "wouter";
import type { InsightsReport, QueryRow, QueryVisits } from "../../server/insights/tables.js";
import { count, percent, formatRevenue } from "../../parts/format-numbers.js";
import { RowsTable } from "../../parts/rows-table.js";
import { csvOf } from "./use-report.js";

interface TabProps {
  readonly report: InsightsReport;
  readonly range: string;
}

/** Link from a query to its listing preview, where it can be curated. */
const Query = ({ query }: { readonly query: string }) => (
  <Anchor component={Link} href={`/console/listings?query=${encodeURIComponent(query)}`} size="sm">
    {query}
  </Anchor>
);

const QUERY = { label: "Query", cell: ({ query }: { readonly query: string }) => <Query query={query} /> };
const SEARCHES = { label: "Searches", isNumber: true, cell: ({ searches }: QueryRow) => count(searches) };
const DEVICES = { label: "Devices", isNumber: true, cell: (row: { readonly devices: number }) => count(row.devices) };
const RESPONSES = {
  label: "Searches",
  isNumber: true,
  cell: (row: { readonly responses: number }) => count(row.responses),
};

const boughtShare = ({ visits, bought_visits }: QueryVisits) => percent(visits === 0 ? 0 : bought_visits / visits);

/** Tables of search queries: most frequent, without results, and reformulated. */
export function Searches({ report, range }: TabProps) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
      <RowsTable
        title="Most frequent"
        columns={[
          QUERY,
          SEARCHES,
          DEVICES,
          { label: "Without results", isNumber: true, cell: (row) => count(row.without_results) },
          { label: "Clicked", isNumber: true, cell: (row) => (row.clicked_share === null ? "too few to tell" : percent(row.clicked_share)) }, // prettier-ignore
          { label: "Bought", isNumber: true, cell: (row) => (row.clicked_share === null ? "too few to tell" : boughtShare(row)) }, // prettier-ignore
        ]}
        rows={report.frequent}
        keyOf={({ query }) => query}
        none="Nobody searched."
        csv={csvOf("frequent", range)}
      />
      <RowsTable
        title="What searches earned"
        about="What is bought counts once, for the last answer that its device chose the product from in the 24 hours before. A visit is all searches of one device for a query with no half-hour between them. Currencies are not summed, and refunds not taken off."
        columns={[
          QUERY,
          { label: "Visits", isNumber: true, cell: (row) => count(row.visits) },
          { label: "Ended in a purchase", isNumber: true, cell: (row) => `${count(row.bought_visits)} (${boughtShare(row)})` }, // prettier-ignore
          { label: "Pieces", isNumber: true, cell: (row) => count(row.pieces) },
          { label: "Revenue", isNumber: true, cell: (row) => formatRevenue(row) },
        ]}
        rows={report.earned}
        keyOf={(row) => JSON.stringify([row.query, row.currency])}
        none="Nothing was bought after a search."
        csv={csvOf("earned", range)}
      />
      <RowsTable
        title="Without results"
        about="Synonyms or products are missing."
        columns={[QUERY, SEARCHES, DEVICES]}
        rows={report.without_results}
        keyOf={({ query }) => query}
        none="Every search found something."
        csv={csvOf("without_results", range)}
      />
      <RowsTable
        title="Without clicks"
        about="Results were shown and nothing was clicked; first those where most clicks were to be expected."
        columns={[
          QUERY,
          RESPONSES,
          DEVICES,
          { label: "Clicks expected", isNumber: true, cell: (row) => row.expected_clicks.toFixed(1) },
        ]}
        rows={report.without_clicks}
        keyOf={({ query }) => query}
        none="Something was clicked after every query."
        csv={csvOf("without_clicks", range)}
      />
      <RowsTable
        title="Corrected"
        about="No product has the words, so others were looked for."
        columns={[QUERY, { label: "Looked for", cell: (row) => row.corrected }, SEARCHES, DEVICES]}
        rows={report.corrected}
        keyOf={({ query }) => query}
        none="Nothing was corrected."
        csv={csvOf("corrected", range)}
      />
      <RowsTable
        title="Typed again differently"
        about="By the same device within two minutes."
        columns={[
          QUERY,
          { label: "Then", cell: (row) => <Query query={row.retyped} /> },
          { label: "Times", isNumber: true, cell: (row) => count(row.times) },
          { ...RESPONSES, label: "Of searches" },
        ]}
        rows={report.retyped}
        keyOf={({ query, retyped }) => JSON.stringify([query, retyped])}
        none="Nobody typed again."
        csv={csvOf("retyped", range)}
      />
    </SimpleGrid>
  );
}
