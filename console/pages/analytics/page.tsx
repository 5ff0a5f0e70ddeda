import { Alert, Button, Group, Popover, Progress, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCalendar } from "@tabler/icons-react";
import { useSearchParams } from "wouter";
import { Form } from "../../parts/form.js";
import { Answered } from "../../parts/loaded.js";
import { count, percent } from "../../parts/format-numbers.js";
import { Page } from "../../parts/page.js";
import { PageTabs } from "../../parts/page-tabs.js";
import { Conversion } from "./conversion.js";
import { DayChart, DayTable } from "./days.js";
import { LowPerformers } from "./low-performers.js";
import type { TabProps } from "./report-table.js";
import { Searches } from "./searches.js";
import { type Days, PERIODS, useDays, useReport } from "./use-report.js";

const TABS = [
  { value: "searches", label: "Searches", Tab: Searches },
  { value: "low-performers", label: "Low performers", Tab: LowPerformers },
  { value: "conversion", label: "Conversion and revenue", Tab: Conversion },
  { value: "days", label: "Daily numbers", Tab: DayTable },
] as const;

export default function AnalyticsPage() {
  const { days, period, today, change } = useDays();
  const range = `from=${days.from}&to=${days.to}`;
  const { report, progress } = useReport(range);
  return (
    <Page title="Analytics" about="Shows the searches, clicks and purchases of shoppers who have agreed to tracking.">
      <Group gap="xs">
        <SegmentedControl
          aria-label="Period"
          data={[...PERIODS]}
          value={period}
          onChange={(next) => change({ days: next })}
        />
        <DatesButton days={days} isActive={period === ""} today={today} onChange={change} />
      </Group>
      {report.data === undefined && report.error === null && progress !== null && (
        <Stack gap={4}>
          <Text>
            {count(progress.done)} of {count(progress.of)} responses read
          </Text>
          <Progress value={(100 * progress.done) / progress.of} aria-label="Responses read" />
        </Stack>
      )}
      <Answered query={report}>{(made) => <Report report={made} range={range} />}</Answered>
    </Page>
  );
}

interface DatesButtonProps {
  readonly days: Days;
  readonly isActive: boolean;
  readonly today: string;
  readonly onChange: (days: Days) => void;
}

/**
 * Button that opens a form for the first and last day of the report. Its label shows the days that were entered in the
 * form.
 */
function DatesButton({ days, isActive, today, onChange }: DatesButtonProps) {
  const [isOpen, { toggle, close }] = useDisclosure();
  return (
    <Popover opened={isOpen} onDismiss={close} trapFocus withinPortal={false}>
      <Popover.Target>
        <Button
          variant={isActive ? "light" : "default"}
          leftSection={<IconCalendar size={16} aria-hidden />}
          onClick={toggle}
        >
          {isActive ? `${days.from} to ${days.to}` : "Choose dates"}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Dates">
        <Form
          gap="xs"
          onSubmit={(given) => {
            onChange({ from: given.get("from") as string, to: given.get("to") as string });
            close();
          }}
        >
          <TextInput
            type="date"
            name="from"
            label="First day"
            required
            withAsterisk={false}
            max={today}
            defaultValue={days.from}
          />
          <TextInput
            type="date"
            name="to"
            label="Last day"
            required
            withAsterisk={false}
            max={today}
            defaultValue={days.to}
          />
          <Text size="xs">Up to 90 days, in UTC</Text>
          <Button type="submit">Show selected dates</Button>
        </Form>
      </Popover.Dropdown>
    </Popover>
  );
}

function Report({ report, range }: TabProps) {
  const [parameters, setParameters] = useSearchParams();
  const requested = parameters.get("tab");
  const tab = TABS.find(({ value }) => value === requested)?.value ?? "searches";
  const show = (next: string) =>
    setParameters((before) => {
      const after = new URLSearchParams(before);
      after.set("tab", next);
      return after;
    }, { replace: true }); // prettier-ignore
  const { responses, read, share } = report.sample;
  if (responses === 0 && report.days.every(({ clicks, carts, purchases }) => clicks + carts + purchases === 0)) {
    return (
      <Alert title="No data for this period">
        <Stack align="flex-start">
          <Text>Choose another period, or send searches and events from your shop.</Text>
          <Button component="a" href="/docs" target="_blank" size="xs">
            API reference
          </Button>
        </Stack>
      </Alert>
    );
  }
  return (
    <Stack>
      {share < 1 && (
        <Text>
          Searches, revenue and daily numbers include all {count(responses)} responses. Clicks and conversion come from
          a random sample of {count(read)} ({percent(share)}).
        </Text>
      )}
      {report.days.length > 1 && <DayChart days={report.days} />}
      <PageTabs
        tabs={TABS.map(({ Tab, ...texts }) => ({ ...texts, panel: <Tab report={report} range={range} /> }))}
        value={tab}
        onChange={show}
      />
    </Stack>
  );
}
