import { Alert, Anchor, Group, List, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "wouter";
import type { KnownProduct, MissingProduct, NamedErrors, ProductLife } from "../../server/catalog/product-life.js";
import { api } from "../../api.js";
import { Answered } from "../../parts/loaded.js";
import { shownMoment } from "../../parts/moments.js";
import { ProductPicture } from "../../parts/product-picture.js";
import { Section } from "../../parts/section.js";
import { StateBadge } from "../../parts/state-badge.js";
import { useWorkingDraft } from "../../parts/working-draft.js";
import { IndexedPart, RankedPart, ReceivedPart } from "./product-sections.js";
import { addressOf, formatPrice } from "./products.js";
import { WhyHere } from "./why-here.js";

export default function ProductPage() {
  const { product } = useParams<{ product: string }>();
  const life = useQuery({
    queryKey: ["product", product],
    queryFn: ({ signal }) => api.get<ProductLife>(`catalog/products/${encodeURIComponent(product)}`, signal),
  });
  return (
    <Stack>
      <Anchor component={Link} href="/console/catalog" style={{ alignSelf: "start" }}>
        Back to the catalog
      </Anchor>
      <Answered query={life}>{(found) => (found.known ? <Known life={found} /> : <Missing life={found} />)}</Answered>
    </Stack>
  );
}

function Known({ life }: { life: KnownProduct }) {
  const { live } = useWorkingDraft();
  const { card, received, indexed, ranked, rejected } = life;
  return (
    <>
      <Group wrap="nowrap" align="flex-start">
        <ProductPicture images={card.picture} width={128} />
        <Stack gap={4} miw={0} style={{ overflowWrap: "anywhere" }}>
          <Title order={1} size="h2">
            {card.title ?? card.product_identifier}
          </Title>
          {card.price !== null && (
            <Text size="md" fw={600}>
              {formatPrice(card.price, live.currency)}
            </Text>
          )}
          <Text>{[card.designer, card.product_identifier].filter((text) => text !== null).join(" · ")}</Text>
          {card.categories.map((category) => (
            <Text key={category} c="dimmed">
              {category.replaceAll(": ", " › ")}
            </Text>
          ))}
          {!card.active && (
            <StateBadge color="gray">{`not for sale since ${shownMoment(received.updated_at)}`}</StateBadge>
          )}
        </Stack>
      </Group>
      {indexed === null && (
        <Alert color="orange" title="Not for sale" role="status">
          This product is in no listing. Import a file that contains it.
        </Alert>
      )}
      <Section title="Position">
        <WhyHere product={card.product_identifier} categories={card.categories} />
      </Section>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Section title="Variants">
          <ReceivedPart received={received} currency={live.currency} />
        </Section>
        <Section title="Popularity">
          <RankedPart ranked={ranked} prior={indexed?.prior ?? null} />
        </Section>
      </SimpleGrid>
      {indexed !== null && (
        <Section title="Search data">
          <IndexedPart indexed={indexed} currency={live.currency} />
        </Section>
      )}
      <Rejected rejected={rejected} />
    </>
  );
}

function Missing({ life }: { life: MissingProduct }) {
  const { product_identifier, has_catalog, variant_of, earlier, rejected, jobs_searched } = life;
  return (
    <>
      <Title order={1} size="h2">
        {product_identifier}
      </Title>
      <Alert color="orange" title="The catalog does not contain this product" role="status">
        <List size="sm">
          {!has_catalog && <List.Item>There are no imports yet.</List.Item>}
          {variant_of !== null && (
            <List.Item>
              This is a variant of{" "}
              <Anchor component={Link} href={addressOf(variant_of)}>
                {variant_of}
              </Anchor>
              .
            </List.Item>
          )}
          {earlier.map(({ job }) => (
            <List.Item key={job}>The version of import {job} contains it, but is not live.</List.Item>
          ))}
          {rejected.length > 0 && (
            <List.Item>Recent imports rejected lines of this product. The reasons are listed below.</List.Item>
          )}
          {variant_of === null && earlier.length === 0 && rejected.length === 0 && (
            <List.Item>
              The last {jobs_searched} imports have no errors about this product: the files did not contain it.
            </List.Item>
          )}
        </List>
      </Alert>
      <Rejected rejected={rejected} />
    </>
  );
}

function Rejected({ rejected }: { rejected: readonly NamedErrors[] }) {
  if (rejected.length === 0) return null;
  return (
    <Section title="Errors and warnings">
      <List size="sm">
        {rejected.flatMap(({ job, created_at, errors }) =>
          errors.map(({ line, reason, field }) => (
            <List.Item key={`${job} ${line} ${field ?? ""} ${reason}`}>
              Import {job}, {shownMoment(created_at)}
              {line === 0 ? "" : `, line ${line}`}: {field === undefined ? "" : `${field}: `}
              {reason}
            </List.Item>
          )),
        )}
      </List>
    </Section>
  );
}
