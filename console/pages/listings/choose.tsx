import { Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import type { DraftEntry } from "../../server/drafts/draft.js";
import type { Choices } from "../../server/looks/choices.js";
import { conditionsIn, filterOf, isWhole, type Condition } from "../../parts/conditions.js";
import { FilterForm } from "../../parts/filter-form.js";
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
        <Filters filters={asked.filters} onChange={change} />
      </details>
    </Stack>
  );
}

interface FiltersProps {
  readonly filters: Asked["filters"];
  readonly onChange: (change: Pick<Asked, "filters">) => void;
}

/** What is asked for follows as soon as no condition is half made. */
function Filters({ filters, onChange }: FiltersProps) {
  const [conditions, setConditions] = useState(() => conditionsIn(filters));
  const edit = (next: Condition[]) => {
    setConditions(next);
    if (next.every(isWhole)) onChange({ filters: filterOf(next) });
  };
  return <FilterForm legend="Products of which" conditions={conditions} onChange={edit} />;
}
