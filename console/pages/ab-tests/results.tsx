import { Alert, Anchor, Progress, Stack, Text, Title } from "@mantine/core";
import type { Comparison } from "../../server/experiments/comparison.js";
import type { Results } from "../../server/experiments/results.js";
import { count, counted } from "../../parts/format-numbers.js";
import { scopeOf } from "../../parts/format-rule.js";
import { Answered } from "../../parts/loaded.js";
import { Days } from "./days.js";
import { MetricsTable } from "./metrics-table.js";
import { useResults } from "./use-ab-tests.js";

/**
 * Shows the results of a test, and of the control group in the same period.
 * @param id `null` shows the control group only
 */
export function ResultsOf({ id }: { id: string | null }) {
  const { query, progress } = useResults(id);
  const percent = progress === null ? 0 : (100 * progress.done) / Math.max(1, progress.of);
  return (
    <Stack>
      {query.isPending && progress !== null && <Progress value={percent} aria-label="Counted responses" />}
      <Answered query={query}>
        {({ experiment, holdout, requested }) => (
          <Stack gap="xl">
            {experiment !== null && (
              <Compared title="Original and variant" comparison={experiment} requested={requested} />
            )}
            {holdout === null ? (
              <Text>Control group: not enough data.</Text>
            ) : (
              <Compared title="Effect of personalization" comparison={holdout} />
            )}
            <Anchor href={`/console/api/experiments/results.csv${id === null ? "" : `?id=${id}`}`} download>
              Download results (CSV)
            </Anchor>
          </Stack>
        )}
      </Answered>
    </Stack>
  );
}

interface ComparedProps {
  readonly title: string;
  readonly comparison: Comparison;
  readonly requested?: Results["requested"];
}

function Compared({ title, comparison, requested = null }: ComparedProps) {
  const { one, other, in_both, ratio } = comparison;
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Title order={3} size="h4">
        {title}
      </Title>
      {requested !== null && (
        <Text>
          The variants differ only for {[...new Set(requested.map(scopeOf))].join(", ")}. So only devices with such a
          request count, from that request on.
        </Text>
      )}
      {ratio.is_off && (
        <Alert color="red" role="alert" title="Sample ratio mismatch: the results are unreliable">
          <Text>
            {other.name} should have about {count(ratio.planned_b)} devices and has {count(other.devices)}. Possible
            causes: errors in one variant, device ids that change, a cache in front of the service, bots, or a changed
            share of the control group.
          </Text>
        </Alert>
      )}
      <MetricsTable comparison={comparison} />
      {in_both > 0 && <Text c="dimmed">Excluded because they were in both groups: {counted(in_both, "device")}</Text>}
      {one.devices + other.devices > 0 && <Days comparison={comparison} />}
    </Stack>
  );
}
