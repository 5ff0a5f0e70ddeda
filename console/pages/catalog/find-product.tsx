import { Anchor, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import type { ProductCard } from "../../server/catalog/product-card.js";
import { Answered } from "../../parts/loaded.js";
import { useFoundProducts } from "../../parts/products.js";
import { ProductPicture } from "../../parts/product-picture.js";
import { StateBadge } from "../../parts/state-badge.js";

export const addressOf = (product: string): string => `/console/catalog/${encodeURIComponent(product)}`;

/** Search form for products by identifier or title. */
export function FindProduct() {
  const [typed, setTyped] = useState("");
  const [, navigate] = useLocation();
  const found = useFoundProducts(typed);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== "") navigate(addressOf(typed.trim()));
      }}
    >
      <Stack gap="xs">
        <Group align="flex-end">
          <TextInput
            label="Find a product"
            description="By its identifier, or words of its title"
            maxLength={256}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            style={{ flex: "1 1 16rem" }}
            maw={480}
          />
          <Button type="submit" variant="default" disabled={typed.trim() === ""}>
            Open this identifier
          </Button>
        </Group>
        {typed.trim() !== "" && (
          <Answered query={found}>
            {(products) =>
              products.length === 0 ? (
                <Text size="sm">No product is called so. Open the identifier to see whether it ever came.</Text>
              ) : (
                <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
                  {products.map((card) => (
                    <li key={card.product_identifier}>
                      <Card card={card} />
                    </li>
                  ))}
                </Stack>
              )
            }
          </Answered>
        )}
      </Stack>
    </form>
  );
}

/** Product card that links to the product's page. */
export const Card = ({ card }: { readonly card: ProductCard }) => (
  <Group gap="sm" wrap="nowrap">
    <ProductPicture images={card.picture} width={36} />
    <div style={{ minWidth: 0 }}>
      <Anchor component={Link} href={addressOf(card.product_identifier)} size="sm">
        {card.title ?? card.product_identifier}
      </Anchor>
      <Text size="xs" style={{ overflowWrap: "anywhere" }}>
        {[card.designer, card.product_identifier].filter((text) => text !== null).join(" · ")}
      </Text>
    </div>
    {!card.active && <StateBadge color="gray">not sold</StateBadge>}
  </Group>
);
