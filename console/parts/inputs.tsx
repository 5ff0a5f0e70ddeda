import { NumberInput, TextInput, type NumberInputProps, type TextInputProps } from "@mantine/core";
import { ADDRESS } from "../../src/storefront/addresses.js";

export const AddressInput = ({
  onChange,
  ...more
}: Omit<TextInputProps, "value" | "onChange"> & { value: string; onChange: (value: string) => void }) => (
  <TextInput
    description="A path in your shop, such as /sale, or an address that starts with https://"
    maxLength={2000}
    pattern={ADDRESS}
    title="Enter a path that starts with a slash, or an address that starts with https://"
    {...more}
    onChange={({ currentTarget }) => onChange(currentTarget.value.trim())}
  />
);

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

export const PositionInput = (props: Omit<NumberInputProps, "label">) => (
  <NumberInput
    label="Position"
    description="Position in the results from 1 to 1,000, counted across all pages"
    required
    min={1}
    max={1000}
    allowDecimal={false}
    {...props}
  />
);
