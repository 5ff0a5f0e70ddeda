import { Group, Progress as Bar, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RuleEarned, RulesEarned } from "../../server/earned/rules-earned.js";
import type { Progress } from "../../server/stream.js";
import { api } from "../../api.js";
import { Problem } from "../../parts/loaded.js";
import { count } from "../../parts/format-numbers.js";
import { shownDay } from "../../parts/moments.js";
import { formatEarned } from "./format-earned.js";
import { Action } from "../../parts/action.js";

const FRESH_MS = 300_000;

export function useEarned() {
  const [isWanted, setWanted] = useState(false);
  const [progress, setProgress] = useState<Progress | null>(null);
  const query = useQuery({
    queryKey: ["rules-earned"],
    queryFn: ({ signal }) => api.stream<RulesEarned>("insights/rules", {}, setProgress, signal),
    enabled: isWanted,
    staleTime: FRESH_MS,
  });
  const byKey = query.data && new Map(query.data.rules.map((one) => [one.key, one]));
  return { query, progress, byKey, want: () => setWanted(true), isWanted };
}

type Earnings = ReturnType<typeof useEarned>;

export function AboutEarned({ query: { data, error, refetch }, progress, want, isWanted }: Earnings) {
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data !== undefined) {
    return (
      <Text size="xs" c="dimmed">
        Earned: clicks, carts and revenue on first pages in the last {data.days} days, for live rules that pin or boost.{" "}
        {data.is_cut && `Only the latest ${count(data.responses)} searches and listings are included. `}
        The expected numbers assume that each product keeps its click rate at the position it has without the rule. An
        A/B test measures the effect.
      </Text>
    );
  }
  return (
    <Group>
      <Action
        label="Show clicks and revenue of rules"
        size="compact-sm"
        loading={isWanted && progress === null}
        onClick={want}
      />
      {progress !== null && (
        <Bar
          value={(100 * progress.done) / Math.max(1, progress.of)}
          aria-label="Progress of the rule evaluation"
          style={{ flex: 1 }}
        />
      )}
    </Group>
  );
}

/** Table cell with the earnings of an active pin or boost rule. Shows a dash for other rules. */
export const Earned = ({ one }: { one: RuleEarned | undefined }) =>
  one === undefined ? (
    "–"
  ) : (
    <Stack gap={2} miw={220}>
      <Text size="xs">Since {shownDay(one.since)}:</Text>
      {formatEarned(one).map((line) => (
        <Text key={line} size="xs">
          {line}
        </Text>
      ))}
    </Stack>
  );
