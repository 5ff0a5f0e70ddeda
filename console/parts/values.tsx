import { MultiSelect, type ComboboxItem } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FrequentValue } from "../../src/catalog/frequent-values.js";
import type { CatalogField } from "../server/listing-preview/values.js";
import { api } from "../api.js";
import { formatValue } from "./conditions.js";
import { count } from "./format-numbers.js";

const TYPING_MS = 300;

export const useFields = () =>
  useQuery({
    queryKey: ["fields"],
    queryFn: () => api.get<CatalogField[]>("listing-previews/fields"),
    staleTime: 60_000,
  });

interface PickValuesProps {
  readonly label: string;
  readonly description?: string;
  readonly autoFocus?: boolean;
  readonly field: string;
  readonly value: readonly string[];
  readonly onChange: (values: string[]) => void;
}

/** Selector for values of a product field. Marks selected values that no product has. */
export function PickValues({ field, value, onChange, autoFocus = false, ...requested }: PickValuesProps) {
  const [typed, setTyped] = useState("");
  const [debounced] = useDebouncedValue(typed.trim(), TYPING_MS);
  const { data: fields = [] } = useFields();
  const isBoolean = fields.some((one) => one.field === field && one.type === "boolean");
  const labelOf = (one: string) => (isBoolean ? formatValue(one === "true") : one);
  const wanted = isBoolean ? "" : debounced;
  const address = (q: string) =>
    `listing-previews/values?field=${encodeURIComponent(field)}&q=${encodeURIComponent(q)}`;
  const found = useQuery({
    queryKey: ["values", field, wanted],
    queryFn: ({ signal }) => api.get<FrequentValue[]>(address(wanted), signal),
    placeholderData: keepPreviousData,
  });
  const own = useQuery({
    queryKey: ["values of", field, value],
    queryFn: async () => {
      const lists = await Promise.all(value.map((one) => api.get<FrequentValue[]>(address(one))));
      return lists.flat().map((one) => one.value);
    },
    enabled: value.length > 0,
    placeholderData: keepPreviousData,
  });
  const options: ComboboxItem[] = (found.data ?? []).map(({ value, products }) => ({ value, label: `${labelOf(value)} (${count(products)})` })); // prettier-ignore
  const offered = new Set(options.map((one) => one.value));
  const isGone = (one: string) => own.data !== undefined && !own.data.includes(one);
  const kept = value
    .filter((one) => !offered.has(one))
    .map((one) => ({ value: one, label: isGone(one) ? `⚠ ${labelOf(one)}: no product has this value` : labelOf(one) }));
  return (
    <MultiSelect
      {...requested}
      {...(autoFocus && { "data-autofocus": true, openOnFocus: false })}
      searchable
      hidePickedOptions
      nothingFoundMessage={found.isFetching ? undefined : "No product has this value"}
      data={[...options, ...kept]}
      // Filters the previous options by the new text during a search, so that Enter selects a matching option.
      filter={() => (wanted === typed.trim() ? options : options.filter(({ label }) => hasText(label, typed)))}
      onSearchChange={setTyped}
      value={[...value]}
      onChange={onChange}
    />
  );
}

const hasText = (label: string, typed: string): boolean => label.toLowerCase().includes(typed.trim().toLowerCase());
