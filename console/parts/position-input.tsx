import { NumberInput, type NumberInputProps } from "@mantine/core";

/** Input for a position in a list, counted across all pages. */
export const PositionInput = (props: Omit<NumberInputProps, "label">) => (
  <NumberInput
    label="Position"
    description="From 1, counted over all pages"
    required
    min={1}
    max={1000}
    allowDecimal={false}
    {...props}
  />
);
