import { Alert, Checkbox, Group, Loader, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import type { Difference } from "../../server/experiments/difference.js";
import { count } from "../../parts/format-numbers.js";
import { Problem } from "../../parts/loaded.js";
import { useGate, type Gate } from "../../parts/review.js";
import { loadReview, useDifference, type Variant } from "./use-ab-tests.js";

interface StartGateProps {
  readonly variant: Variant;
  readonly refused: Error | null;
  /** Receives the confirmation that the start request must contain, or `null` while the test cannot be started. */
  readonly onGate: (accepting: Gate["accepting"] | null) => void;
}

/** Shows a variant's impact. Requires a confirmation if the impact is negative or shoppers would see no difference. */
export function StartGate({ variant, refused, onGate }: StartGateProps) {
  const gate = useGate(["start", variant], (signal) => loadReview({ variant }, signal), refused);
  const difference = useDifference(variant);
  const [isUnderstood, setUnderstood] = useState(false);
  const isSame = difference.data?.changed === 0;
  const isOpen = gate.isOpen && !difference.isPending && (!isSame || isUnderstood);
  const { accept_impact } = gate.accepting;
  useEffect(() => {
    onGate(isOpen ? (accept_impact === undefined ? {} : { accept_impact }) : null);
    return () => onGate(null);
  }, [isOpen, accept_impact, onGate]);
  return (
    <Stack>
      {difference.isPending && (
        <Group gap="xs">
          <Loader size="xs" aria-label="Comparing" />
          <Text>Comparing the variants in recent searches and listings…</Text>
        </Group>
      )}
      {difference.error !== null && <Problem error={difference.error} onRetry={() => void difference.refetch()} />}
      {difference.data !== undefined && !isSame && <Text>{formatDifference(difference.data)}</Text>}
      {isSame && (
        <Alert color="orange" title="The variant changes no recent search or listing" role="alert">
          <Stack gap="xs">
            <Text>
              Both variants show the same products in the same order, so the test would find no difference. A new sort
              option alone changes only the shoppers’ sort menu.
            </Text>
            <Checkbox
              label="I understand"
              checked={isUnderstood}
              onChange={({ currentTarget }) => setUnderstood(currentTarget.checked)}
            />
          </Stack>
        </Alert>
      )}
      {gate.view}
    </Stack>
  );
}

const formatDifference = ({ compared, changed, is_recent }: Difference): string =>
  is_recent
    ? `The variants differ in ${count(changed)} of the ${count(compared)} most frequent recent searches and listings.`
    : "The variants differ in the listing of all products. No other searches or listings were compared, because there are no recent searches.";
