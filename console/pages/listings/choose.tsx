import { Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import type { DraftEntry } from "../../server/drafts/draft.js";
import type { Choices } from "../../server/listing-preview/choices.js";
import { conditionsIn, filterOf, isWhole, type Condition } from "../../parts/conditions.js";
import { FilterForm } from "../../parts/filter-form.js";
import type { Requested } from "./use-listing-preview.js";

const TYPING_MS = 400;

interface ChooseProps {
  readonly requested: Requested;
  readonly change: (change: Partial<Requested>) => void;
  readonly choices: Choices | undefined;
  readonly drafts: readonly DraftEntry[];
}

/** Form for the previewed listing or search, its sort option and its draft. */
export function Choose({ requested, change, choices, drafts }: ChooseProps) {
  const [query, setQuery] = useState(requested.query);
  // Updates the search field when the browser navigates back.
  const [before, setBefore] = useState(requested.query);
  if (before !== requested.query) {
    setBefore(requested.query);
    setQuery(requested.query);
  }
  const requestLater = useDebouncedCallback((text: string) => change({ query: text }), TYPING_MS);
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
            requestLater(currentTarget.value);
          }}
        />
        <Select
          label="Category"
          placeholder="All"
          searchable
          clearable
          limit={100}
          data={choices?.categories.map(({ value, products }) => ({ value, label: `${value} (${products})` })) ?? []}
          value={requested.category}
          onChange={(category) => change({ category })}
        />
        <Select
          label="Order"
          placeholder="The storefront's own"
          clearable
          data={choices?.sort_keys.map(({ key, label }) => ({ value: key, label })) ?? []}
          value={requested.sort}
          onChange={(sort) => change({ sort })}
        />
        <Select
          label="Rules and settings"
          placeholder="In force"
          clearable
          data={drafts.map(({ id, title }) => ({ value: id, label: `Draft: ${title}` }))}
          value={requested.draft}
          onChange={(draft) => change({ draft })}
        />
      </SimpleGrid>
      <details>
        <summary>More filters</summary>
        <Filters filters={requested.filters} onChange={change} />
      </details>
    </Stack>
  );
}

interface FiltersProps {
  readonly filters: Requested["filters"];
  readonly onChange: (change: Pick<Requested, "filters">) => void;
}

/** Filter form. It changes the preview only when all conditions are complete. */
function Filters({ filters, onChange }: FiltersProps) {
  const [conditions, setConditions] = useState(() => conditionsIn(filters));
  const edit = (next: Condition[]) => {
    setConditions(next);
    if (next.every(isWhole)) onChange({ filters: filterOf(next) });
  };
  return <FilterForm legend="Products of which" conditions={conditions} onChange={edit} />;
}
