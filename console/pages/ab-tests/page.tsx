import { Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { percent } from "../../parts/format-numbers.js";
import { Answered } from "../../parts/loaded.js";
import { Page } from "../../parts/page.js";
import { useSession } from "../../parts/session.js";
import { EndedList } from "./ended-list.js";
import { ResultsOf } from "./results.js";
import { RunningTest } from "./running-test.js";
import { StartDialog, type Goal } from "./start-dialog.js";
import { useAbTests } from "./use-ab-tests.js";
import { Action } from "../../parts/action.js";

export default function AbTestsPage() {
  return (
    <Page
      title="A/B tests"
      about="An A/B test shows a change to some devices and the live configuration to other devices, and compares clicks, carts, orders and revenue."
    >
      <Answered query={useAbTests()}>
        {({ running, ended, holdout_share }) => (
          <Stack gap="xl">
            {running === null ? <NoTest /> : <RunningTest running={running} />}
            {running === null && holdout_share > 0 && <ControlGroup share={holdout_share} />}
            {ended.length > 0 && <EndedList ended={ended} />}
          </Stack>
        )}
      </Answered>
    </Page>
  );
}

function NoTest() {
  const { may } = useSession();
  const [goal, setGoal] = useState<Goal | null>(null);
  return (
    <Card withBorder component="section" aria-label="Running test" padding="lg">
      <Stack>
        <div>
          <Title order={2} size="h3">
            No A/B test is running
          </Title>
          <Text c="dimmed" maw={720}>
            {may("publisher")
              ? "Choose a change to test. Each device always sees the same variant, and one test can run at a time."
              : "A publisher or an owner can start a test with the unpublished changes."}
          </Text>
        </div>
        {may("publisher") && (
          <Group>
            <Button onClick={() => setGoal("sort")}>Test two sort orders</Button>
            <Action label="Test unpublished changes or a draft" onClick={() => setGoal("draft")} />
          </Group>
        )}
      </Stack>
      {goal !== null && <StartDialog goal={goal} onClose={() => setGoal(null)} />}
    </Card>
  );
}

const ControlGroup = ({ share }: { share: number }) => (
  <Card withBorder component="section" aria-label="Control group" padding="lg">
    <Stack>
      <div>
        <Title order={2} size="h3">
          Control group
        </Title>
        <Text c="dimmed">
          {percent(share)} of the devices see no personalization and take part in no test. The last four weeks:
        </Text>
      </div>
      <ResultsOf id={null} />
    </Stack>
  </Card>
);
