import { TextInput, type TextInputProps } from "@mantine/core";
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
