import { Modal, Select, Stack } from "@mantine/core";
import { useState } from "react";
import type { SortKey } from "../../../src/storefront/sorts-configuration.js";
import type { DeepPartial } from "../../../src/schema/typed.js";
import { FormButtons } from "../../parts/form-buttons.js";
import { PickField } from "../../parts/pick-field.js";
import type { ItemFormProps } from "./item-table.js";
import { NameInput } from "./name-input.js";
import { keyFor } from "./named.js";

export type SortDocument = DeepPartial<SortKey>;

const BY = [
  { value: "field", label: "By a field" },
  { value: "featured", label: "The shop’s own ranking" },
];

const ORDERS = [
  { value: "asc", label: "From the lowest" },
  { value: "desc", label: "From the highest" },
];

/** An order in a form. */
export function SortForm({ item: sort, others, onClose, onDone }: ItemFormProps<SortDocument>) {
  const given: { readonly field?: string; readonly order?: string } = sort !== null && "field" in sort ? sort : {};
  const [label, setLabel] = useState(sort?.label ?? "");
  const [by, setBy] = useState<string>(sort?.by ?? "field");
  const [field, setField] = useState(given.field ?? "");
  const [order, setOrder] = useState(given.order ?? "asc");
  const isWrong = label.trim() === "" || (by === "field" && field === "");
  return (
    <Modal opened onClose={onClose} title={sort === null ? "Add an order" : `Edit ${label}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const head = {
            key:
              sort?.key ??
              keyFor(
                by === "field" ? `${field}_${order}` : by,
                others.map((one) => one.key ?? ""),
              ),
            label: label.trim(),
          };
          onDone((by === "field" ? { ...head, by, field, order } : { ...head, by }) as SortDocument);
        }}
      >
        <Stack>
          <NameInput value={label} onChange={setLabel} />
          <Select label="By" data={BY} allowDeselect={false} value={by} onChange={(value) => setBy(value ?? "field")} />
          {by === "field" && (
            <>
              <PickField label="Field" value={field} onChange={setField} />
              <Select
                label="Direction"
                data={ORDERS}
                allowDeselect={false}
                value={order}
                onChange={(value) => setOrder(value ?? "asc")}
              />
            </>
          )}
          <FormButtons word={sort === null ? "Add" : "Change"} isDisabled={isWrong} onClose={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
