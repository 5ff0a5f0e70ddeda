import { Accordion, Code, Group, Stack, Table, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Indexed, Ranked, Received } from "../../server/catalog/product-life.js";
import { count } from "../../parts/format-numbers.js";
import { shownMoment } from "../../parts/moments.js";
import { StateBadge } from "../../parts/state-badge.js";
import { Card } from "./find-product.js";
import { STATES } from "./format-job.js";

/** Product data as received from the shop. */
export function ReceivedPart({ received }: { readonly received: Received }) {
  const { created_at, updated_at, job, variants, active } = received;
  const by = job === null ? "a job that is not known any more" : `job ${job.id} (${STATES[job.state].label})`;
  return (
    <Stack gap="xs">
      <Text size="sm">
        It first came {shownMoment(created_at)} and was last changed {shownMoment(updated_at)} by {by}
        {active ? "." : ", since when it is not sold."}
      </Text>
      <Accordion variant="contained" chevronPosition="left">
        {variants.map((variant) => (
          <Accordion.Item key={variant.variant_identifier} value={variant.variant_identifier}>
            <Accordion.Control>
              <Group gap="xs">
                <Text size="sm">Variant {variant.variant_identifier}</Text>
                {!variant.active && <StateBadge color="gray">not sold</StateBadge>}
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              <Code block tabIndex={0} aria-label={`Data of variant ${variant.variant_identifier}`}>
                {JSON.stringify(variant.data, null, 2)}
              </Code>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  );
}

/** Values derived from the product for searching and ranking. */
export function IndexedPart({ indexed }: { readonly indexed: Indexed }) {
  const { text, sort, departments, kinds, tokens } = indexed;
  return (
    <Facts
      facts={[
        ["What it is", [...new Set([...text.heads, ...text.product_types])].join(", ")],
        ["Kind", kinds.join(", ")],
        ["For", departments.join(", ")],
        ["Titles", text.title.join(" · ")],
        ["Brand", text.designer.join(" · ")],
        ["Categories", text.categories.join(" · ")],
        ["Description", text.description.join(" · ")],
        ["Other words", text.other.join(" · ")],
        ["Suggested for", text.phrases.join(", ")],
        ["Sorted by price", (sort.price ?? []).join(", ")],
        ["Sorted by release", (sort.released_at ?? []).join(", ")],
        ["Shows a taste for", tokens.join(", ")],
      ]}
    />
  );
}

/** Signals learned from shoppers' behaviour. */
export function RankedPart({ ranked, prior }: { readonly ranked: Ranked; readonly prior: number | null }) {
  const { popularity, trend, as_of, visitors, beside } = ranked;
  const cards = (list: typeof beside): ReactNode =>
    list.length === 0 ? "" : <Stack gap="xs">{list.map((card) => <Card key={card.product_identifier} card={card} />)}</Stack>; // prettier-ignore
  return (
    <Stack gap="xs">
      <Text size="sm">
        {as_of === null
          ? "Nothing has been learnt about it: no shopper who may be recognised has met it."
          : `Learnt up to ${shownMoment(as_of)}. Interest fades with time.`}
      </Text>
      <Facts
        facts={[
          ["Popularity", as_of === null ? "" : popularity.toFixed(2)],
          ["Trend", as_of === null ? "" : formatTrend(trend)],
          ["Recent visitors", as_of === null ? "" : count(visitors)],
          ["Ranks for everybody like something released", prior === null ? "" : shownMoment(prior * 1000)],
          ["Seen or bought together with", cards(beside)],
        ]}
      />
    </Stack>
  );
}

function formatTrend(trend: number): string {
  if (trend === 0) return "as usual";
  return `${(2 ** trend).toFixed(1)} times as much interest as usual`;
}

/** Table of names and values, without rows that have an empty value. */
function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
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
