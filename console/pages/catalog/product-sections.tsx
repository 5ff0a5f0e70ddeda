import { Accordion, Code, Group, Stack, Table, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Indexed, Ranked, Received } from "../../server/catalog/product-life.js";
import { PRICE_BAND, pricesOf, readToken } from "../../../src/catalog/taste-tokens.js";
import { fieldLabel } from "../../parts/conditions.js";
import { count } from "../../parts/format-numbers.js";
import { shownMoment } from "../../parts/moments.js";
import { StateBadge } from "../../parts/state-badge.js";
import { STATES } from "./format-job.js";
import { formatPrice, ProductEntry } from "./products.js";

export function ReceivedPart({ received, currency }: { received: Received; currency: string | null | undefined }) {
  const { created_at, updated_at, job, variants } = received;
  const by = job === null ? "" : ` by import ${job.id} (${STATES[job.state].label})`;
  return (
    <>
      <Text>
        Added {shownMoment(created_at)}. Last changed {shownMoment(updated_at)}
        {by}.
      </Text>
      <Accordion variant="contained" chevronPosition="left">
        {variants.map(({ variant_identifier: id, active, data }) => (
          <Accordion.Item key={id} value={id}>
            <Accordion.Control>
              <Group gap="xs">
                <Text>{[id, ...formatVariant(data, currency)].join(" · ")}</Text>
                {!active && <StateBadge color="gray">not for sale</StateBadge>}
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              <Code block tabIndex={0} aria-label={`Fields of variant ${id}`}>
                {JSON.stringify(data, null, 2)}
              </Code>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </>
  );
}

function formatVariant(
  { color, sizes, price }: Received["variants"][number]["data"],
  currency: string | null | undefined,
) {
  const texts = [color, sizes].flat().filter((text) => typeof text === "string");
  return [...texts, ...(typeof price === "number" ? [formatPrice(price, currency)] : [])];
}

export function IndexedPart({ indexed, currency }: { indexed: Indexed; currency: string | null | undefined }) {
  const { text, sort, departments, kinds, tokens } = indexed;
  return (
    <Facts
      facts={[
        ["Product type", [...new Set([...text.heads, ...text.product_types, ...kinds])].join(", ")],
        ["Department", departments.join(", ")],
        ["Titles", text.title.join(" · ")],
        ["Brand", text.designer.join(" · ")],
        ["Categories", text.categories.join(" · ")],
        ["Description", text.description.join(" · ")],
        ["Other words", text.other.join(" · ")],
        ["Suggested searches", text.phrases.join(", ")],
        ["Sort by price", (sort.price ?? []).join(", ")],
        ["Sort by release date", (sort.released_at ?? []).join(", ")],
        ["Personalization", tokens.map((token) => formatToken(token, currency)).join(", ")],
      ]}
    />
  );
}

/** Formats a value of a taste profile, such as a brand or a price range. Prices are rounded. */
function formatToken(token: string, currency: string | null | undefined): string {
  const { field, value } = readToken(token);
  if (field !== PRICE_BAND) return `${fieldLabel(field)}: ${value}`;
  const [from, below] = pricesOf(Number(value)).map((price) => formatPrice(Math.round(price), currency));
  return `Price range: ${from} to ${below}`;
}

export function RankedPart({ ranked, prior }: { ranked: Ranked; prior: number | null }) {
  const { popularity, trend, as_of, visitors, beside } = ranked;
  const cards: ReactNode =
    beside.length === 0 ? "" : <Stack gap="xs">{beside.map((card) => <ProductEntry key={card.product_identifier} card={card} />)}</Stack>; // prettier-ignore
  return (
    <>
      <Text>
        {as_of === null
          ? "There are no views, clicks or orders of this product yet."
          : `Based on shopper activity until ${shownMoment(as_of)}. Older activity counts less.`}
      </Text>
      <Facts
        facts={[
          ["Popularity", as_of === null ? "" : popularity.toFixed(2)],
          ["Trend", as_of === null ? "" : formatTrend(trend)],
          ["Recent visitors", as_of === null ? "" : count(visitors)],
          ["Freshness", prior === null ? "" : shownMoment(prior * 1000)],
          ["Viewed or bought together", cards],
        ]}
      />
    </>
  );
}

const formatTrend = (trend: number): string =>
  trend === 0 ? "as usual" : `${(2 ** trend).toFixed(1)} times as many views and purchases as usual`;

/** Table of names and values, without rows that have an empty value. */
function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <Table verticalSpacing={4} layout="fixed">
      <Table.Tbody>
        {facts
          .filter(([, value]) => value !== "")
          .map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" w="35%" fw={600} style={{ verticalAlign: "top" }}>
                {name}
              </Table.Th>
              <Table.Td style={{ overflowWrap: "anywhere" }}>{value}</Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </Table>
  );
}
