import { Accordion, Badge, Button, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { DescribedProduct } from "../../server/preview/described.js";
import type { Preview, SubjectPages } from "../../server/preview/preview-result.js";
import { money } from "../format-numbers.js";
import { ProductPicture } from "../product-picture.js";
import { formatMove, formatSubject } from "./format.js";

export function MostChanged({ result: { most_changed, subjects } }: { result: Preview }) {
  const subjectOf = new Map(subjects.map(({ key, subject }) => [key, subject]));
  return (
    <Accordion variant="contained" defaultValue="0">
      {most_changed.map((pages, at) => {
        const subject = subjectOf.get(pages.key);
        return (
          <Accordion.Item key={pages.key} value={String(at)}>
            <Accordion.Control>{subject === undefined ? pages.key : formatSubject(subject)}</Accordion.Control>
            <Accordion.Panel>
              <Pages {...pages} />
            </Accordion.Panel>
          </Accordion.Item>
        );
      })}
    </Accordion>
  );
}

const FIRST = 8;

function Pages({ before, after, personalized, rules }: SubjectPages) {
  const [isWhole, setWhole] = useState(false);
  const shown = (products: readonly DescribedProduct[]) => (isWhole ? products : products.slice(0, FIRST));
  const positionBefore = positionsOf(before);
  const positionAfter = positionsOf(after);
  const longest = Math.max(before.length, after.length);
  return (
    <Stack>
      <Group gap="xs">
        {rules.map(({ key, action, live }) => (
          <Badge key={key} variant="default" tt="none">
            {`${action}: ${key}${live === "both" ? "" : live === "after" ? " (draft only)" : " (not in the draft)"}`}
          </Badge>
        ))}
        {personalized && <Text>As seen by one shopper, with personalization.</Text>}
      </Group>
      <SimpleGrid cols={2} spacing="md">
        <Page
          title="Before"
          products={shown(before)}
          noteOf={({ id }) => (positionAfter.has(id) ? null : "No longer here")}
        />
        <Page
          title="After"
          products={shown(after)}
          noteOf={({ id }, position) => formatMove(position, positionBefore.get(id))}
        />
      </SimpleGrid>
      {longest > FIRST && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(!isWhole)} aria-expanded={isWhole}>
          {isWhole ? "Show fewer" : `Show all ${longest}`}
        </Button>
      )}
    </Stack>
  );
}

const positionsOf = (products: readonly DescribedProduct[]) => new Map(products.map(({ id }, at) => [id, at + 1]));

interface PageProps {
  readonly title: string;
  readonly products: readonly DescribedProduct[];
  readonly noteOf: (product: DescribedProduct, position: number) => string | null;
}

const Page = ({ title, products, noteOf }: PageProps) => (
  <section aria-label={title}>
    <Title order={4} size="h5" mb="xs">
      {title}
    </Title>
    {products.length === 0 ? (
      <Text>No results.</Text>
    ) : (
      <Stack gap="xs" component="ol" p={0} m={0} style={{ listStyle: "none" }}>
        {products.map((product, at) => (
          <Product key={product.id} product={product} position={at + 1} note={noteOf(product, at + 1)} />
        ))}
      </Stack>
    )}
  </section>
);

interface ProductProps {
  readonly product: DescribedProduct;
  readonly position: number;
  readonly note: string | null;
}

function Product({ product: { id, title, brand, price, picture }, position, note }: ProductProps) {
  const color = note === "No longer here" ? "red.9" : note === "New here" ? "indigo.8" : "gray.7";
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="flex-start">
      <Text w={24} ta="end" style={{ flexShrink: 0 }}>
        {position}
      </Text>
      <ProductPicture images={picture} width={40} />
      <div style={{ minWidth: 0 }}>
        <Text lineClamp={2}>{title ?? id}</Text>
        <Text size="xs" c="dimmed">
          {[brand, price === null ? null : money(price)].filter((one) => one != null).join(", ")}
        </Text>
        {note !== null && (
          <Badge size="sm" color={color} variant="filled" tt="none">
            {note}
          </Badge>
        )}
      </div>
    </Group>
  );
}
