import { TextInput } from "@mantine/core";

interface NameInputProps {
  readonly label?: string;
  readonly value: string;
  readonly onChange: (name: string) => void;
  readonly description?: string;
  readonly maxLength?: number;
  readonly error?: string | undefined;
}

/** Input for an item's name. The default description fits names that shoppers see, such as facet names. */
export const NameInput = ({ value, onChange, ...more }: NameInputProps) => (
  <TextInput
    label="Name"
    description="Shown to shoppers"
    required
    maxLength={200}
    {...more}
    data-autofocus
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);
