import { Alert, Anchor, Group, List, Stack, Text, Timeline, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "wouter";
import type { KnownProduct, MissingProduct, NamedErrors, ProductLife } from "../../server/catalog/product-life.js";
import { api } from "../../api.js";
import { Answered } from "../../parts/loaded.js";
import { shownMoment } from "../../parts/moments.js";
import { ProductPicture } from "../../parts/product-picture.js";
import { StateBadge } from "../../parts/state-badge.js";
import { addressOf } from "./find-product.js";
import { IndexedPart, RankedPart, ReceivedPart } from "./life-parts.js";
import { WhyHere } from "./why-here.js";

/** Product page: received data, indexed values, ranking signals and an explanation of the product's positions. */
export default function ProductPage() {
  const { product } = useParams<{ product: string }>();
  const life = useQuery({
    queryKey: ["product", product],
    queryFn: ({ signal }) => api.get<ProductLife>(`catalog/products/${encodeURIComponent(product)}`, signal),
  });
  return (
    <Stack>
      <Anchor component={Link} href="/console/catalog" size="sm">
        Catalogue
      </Anchor>
      <Answered query={life}>{(found) => (found.known ? <Known life={found} /> : <Missing life={found} />)}</Answered>
    </Stack>
  );
}

function Known({ life }: { readonly life: KnownProduct }) {
  const { card, received, indexed, ranked, rejected } = life;
  return (
    <>
      <Group wrap="nowrap" align="flex-start">
        <ProductPicture images={card.picture} width={96} />
        <Stack gap={4} style={{ minWidth: 0 }}>
          <Title order={1} size="h2">
            {card.title ?? card.product_identifier}
          </Title>
          <Text size="sm">
            {[card.designer, card.product_identifier, ...card.categories].filter((text) => text !== null).join(" · ")}
          </Text>
          {!card.active && <StateBadge color="gray">{`not sold since ${shownMoment(received.updated_at)}`}</StateBadge>}
        </Stack>
      </Group>
      <Timeline bulletSize={20} lineWidth={2} active={indexed === null ? 0 : 3}>
        <Timeline.Item title="Received">
          <ReceivedPart received={received} />
        </Timeline.Item>
        <Timeline.Item title="Indexed">
          {indexed === null ? (
            <Text size="sm">
              Nothing of it is sold, so it is in no listing. Send it again, or a catalogue that has it.
            </Text>
          ) : (
            <IndexedPart indexed={indexed} />
          )}
        </Timeline.Item>
        <Timeline.Item title="Ranked">
          <RankedPart ranked={ranked} prior={indexed?.prior ?? null} />
        </Timeline.Item>
        <Timeline.Item title="Why it is where it is">
          <WhyHere product={card.product_identifier} categories={card.categories} />
        </Timeline.Item>
      </Timeline>
      <Rejected rejected={rejected} />
    </>
  );
}

function Missing({ life }: { readonly life: MissingProduct }) {
  const { product_identifier, has_catalog, variant_of, earlier, rejected, jobs_searched } = life;
  return (
    <>
      <Title order={1} size="h2">
        {product_identifier}
      </Title>
      <Alert color="orange" title="The catalogue has no such product" role="status">
        <List size="sm">
          {!has_catalog && <List.Item>Nothing has been ingested yet.</List.Item>}
          {variant_of !== null && (
            <List.Item>
              It is a variant of{" "}
              <Anchor component={Link} href={addressOf(variant_of)} size="sm">
                {variant_of}
              </Anchor>
              .
            </List.Item>
          )}
          {earlier.map(({ job }) => (
            <List.Item key={job}>The generation of job {job} has it, and is not what shoppers see.</List.Item>
          ))}
          {rejected.length > 0 && <List.Item>Lines that name it were not taken; see below.</List.Item>}
          {variant_of === null && earlier.length === 0 && rejected.length === 0 && (
            <List.Item>
              No line of the last {jobs_searched} jobs that was rejected names it, as far as their lists are kept: it
              did not come.
            </List.Item>
          )}
        </List>
      </Alert>
      <Rejected rejected={rejected} />
    </>
  );
}

function Rejected({ rejected }: { readonly rejected: readonly NamedErrors[] }) {
  if (rejected.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Lines that were not taken, or not whole
      </Title>
      <List size="sm">
        {rejected.flatMap(({ job, created_at, errors }) =>
          errors.map(({ line, reason, field }) => (
            <List.Item key={`${job} ${line} ${field ?? ""} ${reason}`}>
              Job {job}, {shownMoment(created_at)}
              {line === 0 ? "" : `, line ${line}`}: {field === undefined ? "" : `${field}: `}
              {reason}
            </List.Item>
          )),
        )}
      </List>
    </Stack>
  );
}
