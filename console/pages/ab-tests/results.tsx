import { Alert, Anchor, Progress, Stack, Text, Title } from "@mantine/core";
import type { DatedComparison, Results } from "../../server/experiments/results.js";
import { Answered } from "../../parts/loaded.js";
import { Days } from "./days.js";
import { chance, count } from "../../parts/format-numbers.js";
import { scopeOf } from "../../parts/format-rule.js";
import { MetricsTable } from "./metrics-table.js";
import { useResults } from "./use-experiments.js";

/**
 * Results of an experiment and of the holdout during it.
 * @param id `null` shows the holdout only
 */
export function ResultsOf({ id }: { readonly id: string | null }) {
  const { query, progress } = useResults(id);
  const percent = progress === null ? 0 : (100 * progress.done) / Math.max(1, progress.of);
  return (
    <Stack>
      {query.isPending && progress !== null && <Progress value={percent} aria-label="Answers counted" />}
      <Answered query={query}>
        {({ experiment, holdout, requested }) => (
          <Stack gap="xl">
            {experiment !== null && <Compared title="A and B" comparison={experiment} requested={requested} />}
            {holdout === null ? (
              <Text>Nobody of the holdout has been seen yet.</Text>
            ) : (
              <Compared title="What personalization is worth" comparison={holdout} />
            )}
            <Anchor href={`/console/api/experiments/results.csv${id === null ? "" : `?id=${id}`}`} download size="sm">
              Download the figures (CSV)
            </Anchor>
          </Stack>
        )}
      </Answered>
    </Stack>
  );
}

interface ComparedProps {
  readonly title: string;
  readonly comparison: DatedComparison;
  readonly requested?: Results["requested"];
}

function Compared({ title, comparison, requested = null }: ComparedProps) {
  const { one, other, in_both, ratio } = comparison;
  return (
    <Stack component="section" gap="sm">
      <Title order={3} size="h4">
        {title}
      </Title>
      {requested !== null && (
        <Text size="sm">
          A and B differ for {[...new Set(requested.map(scopeOf))].join(", ")} alone. So only devices count that have
          asked for that since the start, in either arm alike and from then on: the others see no difference and would
          only blur it. What they asked for decides, not what they were shown.
        </Text>
      )}
      {ratio.is_off && (
        <Alert color="red" role="alert" title="The sample ratio is off: do not believe these results">
          <Text size="sm">
            {other.name} should have about {count(ratio.planned_b)} devices and has {count(other.devices)}; chance alone
            is so far off with p {chance(ratio.p)}. Check whether one side is slower or fails, whether pages send
            another device id for some shoppers, whether answers are cached in front of the service, whether a bot is in
            one side, and whether the share of the holdout was changed in this time.
          </Text>
        </Alert>
      )}
      <MetricsTable comparison={comparison} />
      {in_both > 0 && (
        <Text size="sm" c="dimmed">
          {count(in_both)} {in_both === 1 ? "device was" : "devices were"} seen on both sides and left out.
        </Text>
      )}
      {one.devices + other.devices > 0 && <Days comparison={comparison} />}
    </Stack>
  );
}
