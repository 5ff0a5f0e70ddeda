import { Alert, Group, Progress, SegmentedControl, Stack, Tabs, Text, Title } from "@mantine/core";
import { useSearchParams } from "wouter";
import type { InsightsReport } from "../../server/insights/tables.js";
import { Answered } from "../../parts/loaded.js";
import { count, percent } from "../../parts/format-numbers.js";
import { Blocks } from "./blocks.js";
import { Days } from "./days.js";
import { Searches } from "./searches.js";
import { Shown } from "./shown.js";
import { RANGES, useDays, useReport } from "./use-report.js";

const TABS = [
  { value: "searches", label: "Searches", Tab: Searches },
  { value: "shown", label: "Shown and not clicked", Tab: Shown },
  { value: "blocks", label: "Blocks", Tab: Blocks },
] as const;

/** Analytics page with reports on the last days. */
export default function InsightsPage() {
  const [days, range, change] = useDays();
  const { report, progress } = useReport(range);
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1} size="h2">
          What shoppers do
        </Title>
        <SegmentedControl aria-label="Days" data={[...RANGES]} value={days} onChange={change} />
      </Group>
      {report.data === undefined && report.error === null && progress !== null && (
        <Stack gap={4}>
          <Text size="sm">
            {count(progress.done)} of {count(progress.of)} answers read
          </Text>
          <Progress value={(100 * progress.done) / progress.of} aria-label="Answers read" />
        </Stack>
      )}
      <Answered query={report}>{(made) => <Report report={made} range={range} />}</Answered>
    </Stack>
  );
}

function Report({ report, range }: { readonly report: InsightsReport; readonly range: string }) {
  const [parameters, setParameters] = useSearchParams();
  const requested = parameters.get("tab");
  const tab = TABS.find(({ value }) => value === requested)?.value ?? "searches";
  const show = (next: string | null) =>
    setParameters((before) => {
      const after = new URLSearchParams(before);
      after.set("tab", next ?? "searches");
      return after;
    }, { replace: true }); // prettier-ignore
  const { responses, read, share } = report.sample;
  if (responses === 0 && report.days.every(({ clicks, carts, purchases }) => clicks + carts + purchases === 0)) {
    return <Alert title="Nothing happened in these days">Shoppers who agreed to be recognised are counted here.</Alert>;
  }
  return (
    <Stack gap="xl">
      {share < 1 && (
        <Text size="sm">
          Queries and days are counted over all {count(responses)} answers. Clicks and what follows them are from a
          sample of {count(read)}, {percent(share)} of the answers.
        </Text>
      )}
      <Days days={report.days} range={range} />
      <Tabs value={tab} onChange={show} keepMounted={false}>
        <Tabs.List mb="md">
          {TABS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(({ value, Tab }) => (
          <Tabs.Panel key={value} value={value}>
            <Tab report={report} range={range} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}
