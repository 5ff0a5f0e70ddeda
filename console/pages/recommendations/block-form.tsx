import { Select, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { ProfileChoice, SlotDocument } from "../../parts/format-blocks.js";
import { FilterForm } from "../../parts/filter-form.js";
import { FormDialog } from "../../parts/form-dialog.js";
import type { ItemFormProps } from "../../parts/item-table.js";
import { blockOf, keyOf, typedBlock, wrongInBlock, type TypedBlock } from "./placements.js";
import { NameInput } from "../../parts/inputs.js";

interface BlockFormProps extends ItemFormProps<SlotDocument> {
  readonly profiles: readonly ProfileChoice[];
}

export function BlockForm({ item: block, others, profiles, onClose, onDone }: BlockFormProps) {
  const [typed, setTyped] = useState(() => typedBlock(block));
  const set = (change: Partial<TypedBlock>) => setTyped({ ...typed, ...change });
  const taken = others.map(({ key }) => key ?? "");
  const wrong = wrongInBlock(typed, taken, profiles);
  return (
    <FormDialog
      title={block === null ? "Add a block" : `Edit ${block.title ?? ""}`}
      word={block === null ? "Add" : "Save"}
      size="lg"
      isDisabled={Object.values(wrong).some((one) => one !== null)}
      onClose={onClose}
      onSubmit={() => onDone(blockOf(typed, block, taken))}
    >
      <NameInput label="Title" value={typed.title} onChange={(title) => set({ title })} />
      <PickProfile profiles={profiles} value={typed.profile} onChange={(profile) => set({ profile })} />
      <Stack gap={4}>
        <FilterForm legend="Products where" conditions={typed.filters} onChange={(filters) => set({ filters })} />
        {wrong.filters !== null && <Text role="status">{wrong.filters}</Text>}
      </Stack>
      <TextInput
        label="Block ID"
        description="Identifies the block in requests and events. It cannot be changed later."
        required
        readOnly={block !== null}
        maxLength={100}
        value={keyOf(typed, taken)}
        error={typed.title === "" && typed.key === null ? null : wrong.key}
        onChange={({ currentTarget }) => set({ key: currentTarget.value })}
      />
    </FormDialog>
  );
}

interface PickProfileProps {
  readonly profiles: readonly ProfileChoice[];
  readonly value: string;
  readonly onChange: (key: string) => void;
}

/** Selector for the recommendation profile of a block. A profile that does not exist is marked. */
function PickProfile({ profiles, value, onChange }: PickProfileProps) {
  const aboutOf = (key: string) => profiles.find((one) => one.key === key)?.about;
  const isKnown = value === "" || aboutOf(value) !== undefined;
  const data = profiles.map(({ key, name }) => ({ value: key, label: name }));
  return (
    <Select
      label="Strategy"
      description={aboutOf(value)}
      required
      data={isKnown ? data : [...data, { value, label: `⚠ ${value}: unknown strategy` }]}
      renderOption={({ option }) => (
        <div>
          <Text>{option.label}</Text>
          <Text size="xs">{aboutOf(option.value)}</Text>
        </div>
      )}
      value={value === "" ? null : value}
      onChange={(key) => onChange(key ?? value)}
    />
  );
}
