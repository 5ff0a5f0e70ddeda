import { Alert, Anchor, Button, Card, Group, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { ProductCard } from "../../server/catalog/product-card.js";
import { api } from "../../api.js";
import { amount } from "../../parts/format-numbers.js";
import { Answered } from "../../parts/loaded.js";
import { ProductPicture } from "../../parts/product-picture.js";
import { titleOf } from "../../parts/products.js";
import { StateBadge } from "../../parts/state-badge.js";
import { useWorkingDraft } from "../../parts/working-draft.js";

const TYPING_MS = 300;

export const addressOf = (product: string): string => `/console/catalog/${encodeURIComponent(product)}`;

export function Products() {
  const [typed, setTyped] = useState("");
  const [wanted] = useDebouncedValue(typed.trim(), TYPING_MS);
  const found = useQuery({
    queryKey: ["products", wanted],
    queryFn: ({ signal }) => api.get<ProductCard[]>(`catalog/products?q=${encodeURIComponent(wanted)}`, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack>
      <TextInput
        label="Search products"
        placeholder="Title or product number"
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={256}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        maw={480}
      />
      <Answered query={found}>
        {(cards) =>
          cards.length === 0 ? (
            <NoProducts wanted={wanted} />
          ) : (
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3, xl: 4 }} spacing="sm">
              {cards.map((card) => (
                <ProductEntry key={card.product_identifier} card={card} />
              ))}
            </SimpleGrid>
          )
        }
      </Answered>
    </Stack>
  );
}

function NoProducts({ wanted }: { wanted: string }) {
  if (wanted === "") return <NoCatalog title="No products yet" />;
  return (
    <Stack gap="xs" align="flex-start">
      <Text>No product has this title or number.</Text>
      <Button component={Link} href={addressOf(wanted)} variant="default">
        Find out why “{wanted}” is missing
      </Button>
    </Stack>
  );
}

export const NoCatalog = ({ title }: { title: string }) => (
  <Alert color="gray" title={title}>
    Upload a product export, for example from Shopify, WooCommerce or Google Merchant Center, or send products through
    the{" "}
    <Anchor href="/docs" target="_blank" underline="always">
      API
    </Anchor>
    .
  </Alert>
);

export function ProductEntry({ card }: { card: ProductCard }) {
  const { live } = useWorkingDraft();
  const { product_identifier: id, picture, designer, price, active } = card;
  return (
    <Card withBorder padding="xs">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <ProductPicture images={picture} width={56} />
        <Stack gap={2} miw={0}>
          <Anchor component={Link} href={addressOf(id)} fw={600} lineClamp={2}>
            {titleOf(card)}
          </Anchor>
          <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {[designer, id].filter((text) => text !== null).join(" · ")}
          </Text>
          {price !== null && <Text>{formatPrice(price, live.currency)}</Text>}
          {!active && <StateBadge color="gray">not for sale</StateBadge>}
        </Stack>
      </Group>
    </Card>
  );
}

/** Formats a price. If the currency is unknown, formats a plain number. */
export const formatPrice = (price: number, currency: string | null | undefined): string =>
  currency == null ? price.toFixed(2) : amount(price, currency);
