import { Radio, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { RunningExperiment } from "../../server/experiments/experiments.js";
import type { Outcome } from "../../../src/storefront/experiment.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { shownDay } from "../../parts/moments.js";
import { useGate } from "../../parts/review.js";
import { loadReview, useEnd } from "./use-ab-tests.js";

interface EndDialogProps {
  readonly running: RunningExperiment;
  readonly onClose: () => void;
}

export function EndDialog({ running: { name, version, planned_end, is_due, b_follows }, onClose }: EndDialogProps) {
  const end = useEnd();
  const [outcome, setOutcome] = useState<Outcome>("keep_a");
  const load = (signal: AbortSignal) => loadReview({ outcome, version }, signal);
  const gate = useGate(["end", version, outcome], load, end.variables?.outcome === outcome ? end.error : null);
  return (
    <FormDialog
      title={`End “${name}”`}
      word={outcome === "publish_b" ? "End and publish variant" : "End and keep original"}
      cancelWord="Continue test"
      size="lg"
      request={end}
      isDisabled={!gate.isOpen}
      isGrave={gate.isLossy}
      onClose={onClose}
      onSubmit={() => end.mutate({ outcome, version, ...gate.accepting }, { onSuccess: onClose })}
    >
      {!is_due && <Text>The test is planned until {shownDay(planned_end)}. Earlier differences are often chance.</Text>}
      <Radio.Group label="Configuration for all devices" value={outcome} onChange={(value) => setOutcome(value)}>
        <Stack gap="xs" mt="xs">
          <Radio value="keep_a" label="Original: keep the live configuration" />
          <Radio
            value="publish_b"
            label="Variant: publish the tested change"
            description={
              b_follows
                ? null
                : "The variant is published as it was at the start of the test. Changes published since then are lost."
            }
          />
        </Stack>
      </Radio.Group>
      {gate.view}
    </FormDialog>
  );
}
