import { Select } from "@mantine/core";
import type { CSSProperties } from "react";
import type { FieldType } from "../../src/catalog/fields.js";
import { fieldLabel } from "./conditions.js";
import { useFields } from "./values.js";

interface PickFieldProps {
  readonly label: string;
  /** Field types that the selector offers; all types if omitted. */
  readonly types?: readonly FieldType[] | undefined;
  readonly value: string;
  readonly onChange: (field: string) => void;
  readonly style?: CSSProperties;
}

/** Selector for a catalogue field. A selected field without products is marked. */
export function PickField({ types, value, onChange, ...more }: PickFieldProps) {
  const { data: fields = [] } = useFields();
  const offered = fields.filter(({ type }) => types === undefined || types.includes(type)).map(({ field }) => field);
  const isKnown = value === "" || fields.some(({ field }) => field === value) || fields.length === 0;
  const data = offered.map((field) => ({ value: field, label: fieldLabel(field) }));
  const kept = { value, label: isKnown ? fieldLabel(value) : `⚠ ${value}: no product has this field` };
  return (
    <Select
      {...more}
      searchable
      limit={200}
      data={value === "" || offered.includes(value) ? data : [...data, kept]}
      value={value === "" ? null : value}
      onChange={(field) => onChange(field ?? "")}
    />
  );
}
