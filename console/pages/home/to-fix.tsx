import { Anchor, Button, Group, Text } from "@mantine/core";
import { Link } from "wouter";
import type { HomeReport } from "../../server/home/home.js";
import { count, counted } from "../../parts/format-numbers.js";
import { Section } from "../../parts/section.js";
import { FixButton, previewOf } from "../analytics/searches.js";

interface ToFixProps extends Readonly<HomeReport["to_fix"]> {
  readonly isEmpty: boolean;
}

export const ToFix = ({ without_results, few_clicks, isEmpty }: ToFixProps) => (
  <Section title="Searches to fix" link={{ href: "/console/analytics", label: "All searches" }}>
    {isEmpty && (
      <>
        <Text>
          There were no searches in this period. Send searches, clicks and purchases from your shop to see them here.
        </Text>
        <Button component="a" href="/docs" target="_blank" variant="light" style={{ alignSelf: "start" }}>
          Send searches and events
        </Button>
      </>
    )}
    {!isEmpty && without_results.length + few_clicks.length === 0 && (
      <Text>No search needed fixing in this period.</Text>
    )}
    {without_results.map(({ query, without_results: searches }) => (
      <Row key={`empty ${query}`} query={query} why={`${formatSearches(searches)} without results`} />
    ))}
    {few_clicks.map(({ query, responses, clicked, expected_clicks }) => (
      <Row
        key={`few ${query}`}
        query={query}
        why={`${formatSearches(responses)} with ${count(clicked)} clicks instead of the expected ${count(expected_clicks)}`}
      />
    ))}
  </Section>
);

const formatSearches = (searches: number) => counted(searches, "search", "searches");

const Row = ({ query, why }: { query: string; why: string }) => (
  <Group justify="space-between" wrap="nowrap">
    <div>
      <Anchor component={Link} href={previewOf(query)} fw={600}>
        {query}
      </Anchor>
      <Text size="xs" c="dimmed">
        {why}
      </Text>
    </div>
    <FixButton query={query} />
  </Group>
);
