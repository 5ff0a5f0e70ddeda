import { TextInput } from "@mantine/core";

interface NameInputProps {
  readonly value: string;
  readonly onChange: (name: string) => void;
}

/** The name of a facet or an order. */
export const NameInput = ({ value, onChange }: NameInputProps) => (
  <TextInput
    label="Name"
    description="As shoppers read it"
    required
    maxLength={200}
    data-autofocus
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);
