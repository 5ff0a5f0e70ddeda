import { Alert, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { RunningExperiment } from "../../server/experiments/experiments.js";
import { shownDay } from "../../parts/moments.js";
import { useSession } from "../../parts/session.js";
import { StateBadge } from "../../parts/state-badge.js";
import { EndDialog } from "./end-dialog.js";
import { About } from "./ended-list.js";
import { ResultsOf } from "./results.js";
import { Action } from "../../parts/action.js";

export function RunningTest({ running }: { running: RunningExperiment }) {
  const { may } = useSession();
  const [isEnding, setEnding] = useState(false);
  const { id, name, started_at, started_by, planned_end, is_due, b_follows } = running;
  return (
    <Card withBorder component="section" aria-label="Running test" padding="lg">
      <Stack>
        <Group justify="space-between" align="flex-start">
          <Stack gap={4} style={{ flex: "1 1 16rem" }}>
            <Group gap="xs">
              <Title order={2} size="h3" style={{ overflowWrap: "anywhere" }}>
                {name}
              </Title>
              <StateBadge color={is_due ? "blue" : "green"}>{is_due ? "Completed" : "Running"}</StateBadge>
            </Group>
            <Text c="dimmed">
              {shownDay(started_at)} to {shownDay(planned_end)}, started by {started_by}
            </Text>
          </Stack>
          {may("publisher") && (
            <Action label="End test" variant={is_due ? "filled" : "default"} onClick={() => setEnding(true)} />
          )}
        </Group>
        <About experiment={running} />
        {!is_due && (
          <Text>The results are final on {shownDay(planned_end)}. Earlier differences are often chance.</Text>
        )}
        {!b_follows && (
          <Alert color="yellow" title="Versions published during the test change only the original">
            <Text>
              A published version conflicts with the variant, so the variant stays as it was at the start of the test.
            </Text>
          </Alert>
        )}
        <ResultsOf id={id} />
      </Stack>
      {isEnding && <EndDialog running={running} onClose={() => setEnding(false)} />}
    </Card>
  );
}
