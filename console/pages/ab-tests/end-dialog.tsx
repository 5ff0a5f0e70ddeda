import { Radio, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { RunningExperiment } from "../../server/experiments/experiments.js";
import type { Outcome } from "../../../src/storefront/experiment.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { shownDay } from "../../parts/moments.js";
import { isRefusedForImpact, useGate } from "../../parts/review.js";
import { loadReview, useEnd } from "./use-experiments.js";

interface EndDialogProps {
  readonly running: RunningExperiment;
  readonly onClose: () => void;
}

/** Dialog that ends an experiment and chooses the configuration to serve afterwards. */
export function EndDialog({ running: { name, version, planned_end, is_due, b_follows }, onClose }: EndDialogProps) {
  const end = useEnd();
  const [outcome, setOutcome] = useState<Outcome>("keep_a");
  const load = (signal: AbortSignal) => loadReview({ outcome, version }, signal);
  const gate = useGate(["end", version, outcome], load, end.variables?.outcome === outcome ? end.error : null);
  return (
    <FormDialog
      title={`End “${name}”`}
      word={outcome === "publish_b" ? "End and publish B" : "End and keep A"}
      cancelWord="Let it run"
      size="lg"
      error={isRefusedForImpact(end.error) ? null : end.error}
      isBusy={end.isPending}
      isDisabled={!gate.isOpen}
      isGrave={outcome === "keep_a" || gate.isLossy}
      onClose={onClose}
      onSubmit={() => end.mutate({ outcome, version, ...gate.accepting }, { onSuccess: onClose })}
    >
      {!is_due && (
        <Text size="sm">It is planned until {shownDay(planned_end)}. What is seen before may well be chance.</Text>
      )}
      <Radio.Group label="What shall all shoppers get?" value={outcome} onChange={(value) => setOutcome(value)}>
        <Stack gap="xs" mt="xs">
          <Radio value="keep_a" label="A, what is in force now" />
          <Radio
            value="publish_b"
            label="B: publish its change"
            description={b_follows ? null : "B is published as it started: what was published since is lost."}
          />
        </Stack>
      </Radio.Group>
      {gate.view}
    </FormDialog>
  );
}
