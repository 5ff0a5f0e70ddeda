import { SegmentedControl, Stack, Text } from "@mantine/core";
import { useId } from "react";
import { STRENGTHS } from "./rule-actions.js";

interface StrengthProps {
  readonly label?: string;
  readonly points: number | string;
  readonly onChange: (points: number) => void;
}

/** Selector for the strength of a boost or bury. If `points` is not a predefined strength, nothing is selected. */
export function Strength({ label = "Strength", points, onChange }: StrengthProps) {
  const id = useId();
  return (
    <Stack gap={4}>
      <Text component="span" fw={500} id={id}>
        {label}
      </Text>
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        data={STRENGTHS}
        value={STRENGTHS.find(({ value }) => Number(value) === Number(points))?.value ?? ""}
        onChange={(value) => onChange(Number(value))}
      />
    </Stack>
  );
}
