import { Alert, List } from "@mantine/core";
import type { EmptiedListing } from "../../src/console/drafts/emptied-listings.js";
import { shownMoment } from "./moments.js";

/** Listings and searches that would find nothing any more. */
export function Emptied({ listings }: { readonly listings: readonly EmptiedListing[] }) {
  if (listings.length === 0) return null;
  return (
    <Alert color="orange" title="These would become empty" role="alert">
      <List size="sm">
        {listings.map((listing, at) => (
          <List.Item key={at}>{inWords(listing)}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

function inWords({ query, filters, products, from }: EmptiedListing): string {
  const { categories, ...others } = filters ?? {};
  const place = [
    ...(query === undefined ? [] : [`the search “${query}”`]),
    ...(typeof categories === "string" ? [`the category ${categories}`] : []),
    ...(Object.keys(typeof categories === "string" ? others : (filters ?? {})).length === 0
      ? []
      : [JSON.stringify(typeof categories === "string" ? others : filters)]),
  ];
  const where = place.length === 0 ? "the listing of everything" : place.join(", ");
  return `${where} (${products} products now${from === undefined ? "" : `; from ${shownMoment(from)} on`})`;
}

/** The context of an error that says so; null of any other. */
export function emptiedIn(context: unknown): readonly EmptiedListing[] | null {
  const { reason, listings } = (context ?? {}) as { reason?: string; listings?: readonly EmptiedListing[] };
  return reason === "emptied" ? (listings ?? []) : null;
}
