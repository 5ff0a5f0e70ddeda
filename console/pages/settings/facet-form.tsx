import { Checkbox, Fieldset, Group, NumberInput, Select, Stack } from "@mantine/core";
import { useState } from "react";
import type { FieldType } from "../../../src/catalog/fields.js";
import type { Facet, FacetRange } from "../../../src/storefront/facets-configuration.js";
import type { DeepPartial } from "../../../src/schema/typed.js";
import { put, without } from "../../parts/items.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { PickField } from "../../parts/pick-field.js";
import type { ItemFormProps } from "../../parts/item-table.js";
import { keyFor } from "../../parts/keys.js";
import { Action } from "../../parts/action.js";
import { NameInput } from "../../parts/inputs.js";

export type FacetDocument = DeepPartial<Facet>;
type FacetType = Facet["type"];

export const FACET_TYPES: Readonly<Record<FacetType, string>> = {
  list: "List of values",
  tree: "Category tree",
  range: "Number ranges",
};

export const FACET_ORDERS = {
  count: "Most products first",
  value: "Alphabetical",
  natural: "Alphabetical or numerical",
};

const FIELDS: Readonly<Record<FacetType, readonly FieldType[] | undefined>> = {
  list: undefined,
  tree: ["string"],
  range: ["number"],
};

const options = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, text]) => ({ value, label: text }));

/** Form for a facet. Properties without a form field keep their values. */
export function FacetForm({ item: facet, others, onClose, onDone }: ItemFormProps<FacetDocument>) {
  const [label, setLabel] = useState(facet?.label ?? "");
  const [type, setType] = useState<FacetType>(facet?.type ?? "list");
  const [field, setField] = useState(facet?.field ?? "");
  const [order, setOrder] = useState<string>(facet !== null && "order" in facet ? (facet.order ?? "count") : "count");
  const [isSingle, setSingle] = useState(facet?.selection_mode === "single");
  const [isFolded, setFolded] = useState(facet?.collapsed === true);
  const [ranges, setRanges] = useState(facet !== null && "ranges" in facet ? (facet.ranges ?? []) : []);
  const named = type === "tree" ? "categories" : field;
  const isWrong = label.trim() === "" || named === "" || !ranges.every(isRange);

  function made(): FacetDocument {
    const { type: _, order: __, ranges: ___, value_labels, ...kept } = (facet ?? {}) as Record<string, unknown>;
    return {
      ...kept,
      key:
        facet?.key ??
        keyFor(
          named,
          others.map(({ key }) => key ?? ""),
        ),
      label: label.trim(),
      type,
      field: named,
      selection_mode: isSingle ? "single" : "multi",
      collapsed: isFolded,
      ...(type === "range" ? { ranges } : { order }),
      ...(type === "list" && value_labels !== undefined ? { value_labels } : {}),
    } as FacetDocument;
  }

  return (
    <FormDialog
      title={facet === null ? "Add a filter" : `Edit ${label}`}
      word={facet === null ? "Add" : "Save"}
      isDisabled={isWrong}
      onClose={onClose}
      onSubmit={() => onDone(made())}
    >
      <NameInput value={label} onChange={setLabel} />
      <Select
        label="Shown as"
        data={options(FACET_TYPES)}
        value={type}
        onChange={(value) => setType((value ?? "list") as FacetType)}
      />
      {type !== "tree" && <PickField label="Field" types={FIELDS[type]} value={field} onChange={setField} />}
      {type === "range" ? (
        <Ranges ranges={ranges} onChange={setRanges} />
      ) : (
        <Select
          label="Order of filter values"
          data={options(FACET_ORDERS)}
          value={order}
          onChange={(value) => setOrder(value ?? "count")}
        />
      )}
      <Checkbox
        label="Shoppers can choose one value only"
        checked={isSingle}
        onChange={({ currentTarget }) => setSingle(currentTarget.checked)}
      />
      <Checkbox
        label="Collapsed by default"
        checked={isFolded}
        onChange={({ currentTarget }) => setFolded(currentTarget.checked)}
      />
    </FormDialog>
  );
}

const isRange = ({ min, max }: Partial<FacetRange>): boolean =>
  (min !== undefined || max !== undefined) && (min ?? -Infinity) <= (max ?? Infinity);

interface RangesProps {
  readonly ranges: readonly Partial<FacetRange>[];
  readonly onChange: (ranges: readonly Partial<FacetRange>[]) => void;
}

function Ranges({ ranges, onChange }: RangesProps) {
  const bound = (value: number | string) => (typeof value === "number" ? value : undefined);
  const change = (at: number, { min, max, label }: Partial<FacetRange>) =>
    onChange(
      put(ranges, at, {
        ...(min !== undefined && { min }),
        ...(max !== undefined && { max }),
        ...(label !== undefined && { label }),
      }),
    );
  return (
    <Fieldset legend="Ranges (leave empty for automatic ranges)">
      <Stack gap="xs">
        {ranges.map((range, at) => (
          <Group key={at} align="flex-end" gap="xs" wrap="nowrap">
            <NumberInput
              label="From"
              value={range.min ?? ""}
              onChange={(value) => change(at, { ...range, min: bound(value) })}
            />
            <NumberInput
              label="To"
              value={range.max ?? ""}
              error={range.min !== undefined && !isRange(range) ? "“To” must not be less than “From”" : undefined}
              onChange={(value) => change(at, { ...range, max: bound(value) })}
            />
            <Action label="Remove" name={`Remove range ${at + 1}`} onClick={() => onChange(without(ranges, at))} />
          </Group>
        ))}
        <Group>
          <Action label="Add a range" size="compact-sm" onClick={() => onChange([...ranges, {}])} />
        </Group>
      </Stack>
    </Fieldset>
  );
}
