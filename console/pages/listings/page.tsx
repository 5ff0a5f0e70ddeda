import { Title } from "@mantine/core";

/** Listings and searches as any shopper sees them. */
export default function ListingsPage() {
  return <Title order={1}>Listings</Title>;
}
