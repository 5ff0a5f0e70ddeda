import { TextInput, type TextInputProps } from "@mantine/core";
import { ADDRESS } from "../../src/storefront/addresses.js";

interface AddressInputProps extends Omit<TextInputProps, "value" | "onChange"> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Input for a path of the shop or an external address. */
export const AddressInput = ({ onChange, ...more }: AddressInputProps) => (
  <TextInput
    description="A path of the shop, like /sale, or an address that begins with https://"
    maxLength={2000}
    pattern={ADDRESS}
    title="A path that begins with a slash, or an address that begins with https://"
    {...more}
    onChange={({ currentTarget }) => onChange(currentTarget.value.trim())}
  />
);
