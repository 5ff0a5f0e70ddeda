import { Select } from "@mantine/core";
import { useState } from "react";
import type { SortKey } from "../../../src/storefront/sorts-configuration.js";
import type { DeepPartial } from "../../../src/schema/typed.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { PickField } from "../../parts/pick-field.js";
import type { ItemFormProps } from "../../parts/item-table.js";
import { keyFor } from "../../parts/keys.js";
import { NameInput } from "../../parts/inputs.js";

export type SortDocument = DeepPartial<SortKey>;

const BY = [
  { value: "field", label: "A field" },
  { value: "featured", label: "Relevance" },
];

const ORDERS = [
  { value: "asc", label: "Lowest first" },
  { value: "desc", label: "Highest first" },
];

export function SortForm({ item: sort, others, onClose, onDone }: ItemFormProps<SortDocument>) {
  const given: { readonly field?: string; readonly order?: string } = sort !== null && "field" in sort ? sort : {};
  const [label, setLabel] = useState(sort?.label ?? "");
  const [by, setBy] = useState<string>(sort?.by ?? "field");
  const [field, setField] = useState(given.field ?? "");
  const [order, setOrder] = useState(given.order ?? "asc");
  const isWrong = label.trim() === "" || (by === "field" && field === "");
  return (
    <FormDialog
      title={sort === null ? "Add a sort option" : `Edit ${label}`}
      word={sort === null ? "Add" : "Save"}
      isDisabled={isWrong}
      onClose={onClose}
      onSubmit={() => {
        const key =
          sort?.key ??
          keyFor(
            by === "field" ? `${field}_${order}` : by,
            others.map((one) => one.key ?? ""),
          );
        const head = { key, label: label.trim(), by };
        onDone((by === "field" ? { ...head, field, order } : head) as SortDocument);
      }}
    >
      <NameInput value={label} onChange={setLabel} />
      <Select label="Sort by" data={BY} value={by} onChange={(value) => setBy(value ?? "field")} />
      {by === "field" && (
        <>
          <PickField label="Field" value={field} onChange={setField} />
          <Select label="Direction" data={ORDERS} value={order} onChange={(value) => setOrder(value ?? "asc")} />
        </>
      )}
    </FormDialog>
  );
}
