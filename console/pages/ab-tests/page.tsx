import { Alert, Button, Group, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { RunningExperiment } from "../../server/experiments/experiments.js";
import { Answered } from "../../parts/loaded.js";
import { About, EndedList } from "./ended-list.js";
import { EndDialog } from "./end-dialog.js";
import { percent } from "../../parts/format-numbers.js";
import { shownDay } from "../../parts/moments.js";
import { ResultsOf } from "./results.js";
import { StartForm } from "./start-form.js";
import { useExperiments } from "./use-experiments.js";

/** Experiments page: the running experiment or the form to start one, the holdout, and ended experiments. */
export default function ExperimentsPage() {
  const experiments = useExperiments();
  return (
    <Stack>
      <Title order={1} size="h2">
        Experiments
      </Title>
      <Answered query={experiments}>
        {({ running, ended, holdout_share }) => (
          <Stack gap="xl">
            {running === null ? <NoneRuns /> : <Running running={running} />}
            {running === null && <Holdout share={holdout_share} />}
            <EndedList ended={ended} />
          </Stack>
        )}
      </Answered>
    </Stack>
  );
}

const NoneRuns = () => (
  <Stack component="section" gap="sm">
    <Title order={2} size="h3">
      Start an experiment
    </Title>
    <Text maw={640}>
      An experiment shows a draft to some devices and what is in force to others, for some weeks, and compares what both
      do. A device always gets the same. A small share of devices, the holdout, is never personalized for and takes part
      in no experiment.
    </Text>
    <StartForm />
  </Stack>
);

function Running({ running }: { readonly running: RunningExperiment }) {
  const [isEnding, setEnding] = useState(false);
  const { id, name, started_at, started_by, planned_end, is_due, b_follows } = running;
  return (
    <Stack component="section" gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h3">
          {name}
        </Title>
        <Button variant="default" onClick={() => setEnding(true)}>
          End the experiment
        </Button>
      </Group>
      <About experiment={running} />
      <Text size="sm">
        Runs since {shownDay(started_at)}, started by {started_by}; {is_due ? "was planned" : "planned"} until{" "}
        {shownDay(planned_end)}.{" "}
        {!is_due &&
          "Looking every day finds differences that are not there far more often than one time in twenty, so nothing is called more than chance before."}
      </Text>
      {!b_follows && (
        <Alert color="yellow" title="B stays as it started">
          <Text size="sm">What was published since cannot stand beside B’s change, so it reaches A alone.</Text>
        </Alert>
      )}
      <ResultsOf id={id} />
      {isEnding && <EndDialog running={running} onClose={() => setEnding(false)} />}
    </Stack>
  );
}

const Holdout = ({ share }: { readonly share: number }) => (
  <Stack component="section" gap="sm">
    <Title order={2} size="h3">
      Holdout
    </Title>
    {share === 0 ? (
      <Text>
        No device is held out. The first experiment sets the holdout to 5 %, unless the configuration says otherwise.
      </Text>
    ) : (
      <>
        <Text>{percent(share)} of the devices are ranked for as strangers. These are the last four weeks.</Text>
        <ResultsOf id={null} />
      </>
    )}
  </Stack>
);
