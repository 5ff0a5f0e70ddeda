import { TextInput } from "@mantine/core";

interface NameInputProps {
  readonly label?: string;
  readonly value: string;
  readonly onChange: (name: string) => void;
  readonly description?: string;
  readonly maxLength?: number;
  readonly error?: string | undefined;
}

/** The name of an item; unless said otherwise of one that shoppers choose by. */
export const NameInput = ({ value, onChange, ...more }: NameInputProps) => (
  <TextInput
    label="Name"
    description="As shoppers read it"
    required
    maxLength={200}
    {...more}
    data-autofocus
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);
