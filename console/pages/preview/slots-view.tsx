import { Card, Skeleton, Stack, Text, Title } from "@mantine/core";
import { amount } from "../../parts/format-numbers.js";
import { Problem } from "../../parts/loaded.js";
import { ProductPicture } from "../../parts/product-picture.js";
import { gridStyle } from "./product-grid.js";
import { useSlotsPreview, type Requested } from "./use-preview.js";

interface SlotsProps {
  readonly requested: Requested;
  readonly placement: string;
  readonly currency: string | null;
}

export function SlotsView({ requested, placement, currency }: SlotsProps) {
  const isWithoutProduct = placement === "product_page" && requested.product === null;
  const { data, error, refetch } = useSlotsPreview(requested, placement, !isWithoutProduct);
  if (isWithoutProduct) return <Text>Choose a product to preview the recommendations on its page.</Text>;
  if (data === undefined && error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={320} aria-label="Loading" role="status" />;
  return data.slots.map(({ key, title, items }) => (
    <section key={key} aria-label={title}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      {items.length === 0 && <Text>This block has no products, so shoppers do not see it.</Text>}
      <ol style={gridStyle(requested.device === "phone")}>
        {items.map((item) => (
          <Card key={item.product_identifier} component="li" withBorder padding="xs">
            <Card.Section>
              <ProductPicture images={item["images"]} width="100%" />
            </Card.Section>
            <Stack gap={0} mt="xs">
              <Text fw={600} lineClamp={2}>
                {typeof item["name"] === "string" ? item["name"] : item.product_identifier}
              </Text>
              {typeof item["price"] === "number" && <Text>{amount(item["price"], currency)}</Text>}
            </Stack>
          </Card>
        ))}
      </ol>
    </section>
  ));
}
