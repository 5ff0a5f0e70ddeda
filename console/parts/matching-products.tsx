import { Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ListingPreview } from "../server/listing-preview/listing-preview.js";
import { api } from "../api.js";
import { counted } from "./format-numbers.js";

const TYPING_MS = 300;

export function MatchingProducts({ filters }: { filters: Readonly<Record<string, unknown>> }) {
  const [wanted] = useDebouncedValue(filters, TYPING_MS);
  const { data } = useQuery({
    queryKey: ["matching", wanted],
    queryFn: ({ signal }) =>
      api.send<ListingPreview>("POST", "listing-previews", { request: { filters: wanted, limit: 1 }, shopper: { kind: "anonymous" } }, signal), // prettier-ignore
    placeholderData: keepPreviousData,
  });
  if (data === undefined) return null;
  const { total } = data.unpersonalized;
  return (
    <Text role="status">
      {total === 0 ? "No product matches." : `${counted(total, "product matches", "products match")}.`}
    </Text>
  );
}
