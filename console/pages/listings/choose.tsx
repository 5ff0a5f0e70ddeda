import { JsonInput, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import type { DraftEntry } from "../../server/drafts/draft.js";
import type { Choices } from "../../server/looks/choices.js";
import type { Asked } from "./use-look.js";

const TYPING_MS = 400;

interface ChooseProps {
  readonly asked: Asked;
  readonly change: (change: Partial<Asked>) => void;
  readonly choices: Choices | undefined;
  readonly drafts: readonly DraftEntry[];
}

/** Which listing or search, by which order, and with which draft. */
export function Choose({ asked, change, choices, drafts }: ChooseProps) {
  const [query, setQuery] = useState(asked.query);
  // Whoever goes back sees what was asked for then.
  const [before, setBefore] = useState(asked.query);
  if (before !== asked.query) {
    setBefore(asked.query);
    setQuery(asked.query);
  }
  const [filters, setFilters] = useState(asked.filters === null ? "" : JSON.stringify(asked.filters, null, 2));
  const askLater = useDebouncedCallback((text: string) => change({ query: text }), TYPING_MS);
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        <TextInput
          label="Search"
          placeholder="What a shopper types"
          maxLength={1000}
          value={query}
          onChange={({ currentTarget }) => {
            setQuery(currentTarget.value);
            askLater(currentTarget.value);
          }}
        />
        <Select
          label="Category"
          placeholder="All"
          searchable
          clearable
          limit={100}
          data={choices?.categories.map(({ value, products }) => ({ value, label: `${value} (${products})` })) ?? []}
          value={asked.category}
          onChange={(category) => change({ category })}
        />
        <Select
          label="Order"
          placeholder="The storefront's own"
          clearable
          data={choices?.sort_keys.map(({ key, label }) => ({ value: key, label })) ?? []}
          value={asked.sort}
          onChange={(sort) => change({ sort })}
        />
        <Select
          label="Rules and settings"
          placeholder="In force"
          clearable
          data={drafts.map(({ id, title }) => ({ value: id, label: `Draft: ${title}` }))}
          value={asked.draft}
          onChange={(draft) => change({ draft })}
        />
      </SimpleGrid>
      <details>
        <summary>More filters</summary>
        <JsonInput
          label="Filters, as pages send them"
          description='For example {"on_sale": true}'
          validationError="This is no JSON yet"
          formatOnBlur
          autosize
          minRows={2}
          value={filters}
          onChange={(text) => {
            setFilters(text);
            const json = filterIn(text);
            if (json !== undefined) change({ filters: json });
          }}
        />
      </details>
    </Stack>
  );
}

/** Undefined while it is being typed. */
function filterIn(text: string): Record<string, unknown> | null | undefined {
  if (text.trim() === "") return null;
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === "object" && !Array.isArray(json) ? (json as Record<string, unknown> | null) : undefined;
  } catch {
    return undefined;
  }
}
