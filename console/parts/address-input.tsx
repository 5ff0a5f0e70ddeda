import { TextInput, type TextInputProps } from "@mantine/core";
import { ADDRESS } from "../../src/storefront/addresses.js";

interface AddressInputProps extends Omit<TextInputProps, "value" | "onChange"> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Input for a path of the shop or an external address. */
export const AddressInput = ({ onChange, ...more }: AddressInputProps) => (
  <TextInput
    description="A path in your shop, such as /sale, or an address that starts with https://"
    maxLength={2000}
    pattern={ADDRESS}
    title="Enter a path that starts with a slash, or an address that starts with https://"
    {...more}
    onChange={({ currentTarget }) => onChange(currentTarget.value.trim())}
  />
);
