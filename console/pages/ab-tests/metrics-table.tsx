import { Card, Group, Stack, Table, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import type { Comparison, Metric } from "../../server/experiments/comparison.js";
import type { Verdict } from "../../server/experiments/verdict.js";
import { amount, confidence, count, counted, lift as uplift, percent } from "../../parts/format-numbers.js";
import { StateBadge } from "../../parts/state-badge.js";
import { Interval, reachOf } from "./interval.js";

const RESULTS: Readonly<Record<Verdict, readonly [text: string, color: string]>> = {
  unreliable: ["Unreliable", "red"],
  not_enough_data: ["Not enough data", "gray"],
  no_difference: ["No difference", "gray"],
  higher: ["Higher", "green"],
  lower: ["Lower", "orange"],
};

interface Column {
  readonly title: string;
  readonly isNumber?: true;
  readonly cell: (metric: Metric) => ReactNode;
}

function columnsOf({ one, other, metrics, currency }: Comparison): readonly Column[] {
  const reach = reachOf(metrics.map(({ lift }) => lift));
  return [
    { title: one.name, isNumber: true, cell: (metric) => <Value metric={metric} side={0} currency={currency} /> },
    { title: other.name, isNumber: true, cell: (metric) => <Value metric={metric} side={1} currency={currency} /> },
    { title: "Uplift (95 % interval)", cell: ({ lift }) => <Uplift lift={lift} reach={reach} /> },
    { title: "Confidence", isNumber: true, cell: ({ lift }) => (lift === null ? "–" : confidence(lift.p)) },
    {
      title: "Sample size",
      isNumber: true,
      cell: ({ lift }) => (lift?.devices_needed == null ? "–" : `${count(lift.devices_needed)} devices`),
    },
  ];
}

interface ValueProps {
  readonly metric: Metric;
  readonly side: 0 | 1;
  readonly currency: string | null;
}

function Value({ metric: { values, devices }, side, currency }: ValueProps) {
  if (devices === null) return amount(values[side], currency);
  return (
    <>
      {percent(values[side])}{" "}
      <Text size="xs" c="dimmed" span style={{ whiteSpace: "nowrap" }}>
        ({counted(devices[side], "device")})
      </Text>
    </>
  );
}

const Result = ({ verdict }: Pick<Metric, "verdict">) => {
  const [text, color] = RESULTS[verdict];
  return <StateBadge color={color}>{text}</StateBadge>;
};

const Uplift = ({ lift, reach }: Pick<Metric, "lift"> & { reach: number }) => (
  <>
    <Interval lift={lift} reach={reach} />
    {lift !== null && (
      <Text size="xs">
        {uplift(lift.lift)} ({uplift(lift.low)} to {uplift(lift.high)})
      </Text>
    )}
  </>
);

/** Comparison of two variants by metric: a table, or cards on narrow screens. */
export function MetricsTable({ comparison }: { comparison: Comparison }) {
  const isNarrow = useMediaQuery("(max-width: 62em)");
  const { one, other, metrics } = comparison;
  const columns = columnsOf(comparison);
  const name = `${one.name} and ${other.name}`;
  if (isNarrow) {
    return (
      <Stack gap="xs" role="group" aria-label={name}>
        <Text>
          {one.name}: {count(one.devices)} devices. {other.name}: {count(other.devices)} devices.
        </Text>
        {metrics.map((metric) => (
          <Card key={metric.key} withBorder padding="sm" component="section" aria-label={metric.label}>
            <Group justify="space-between" mb={4}>
              <Text size="md" fw={600}>
                {metric.label}
              </Text>
              <Result verdict={metric.verdict} />
            </Group>
            {columns.map(({ title, cell }) => (
              <Text key={title} component="div">
                <Text size="xs" c="dimmed" span>
                  {title}:
                </Text>{" "}
                {cell(metric)}
              </Text>
            ))}
          </Card>
        ))}
      </Stack>
    );
  }
  return (
    <Table aria-label={name} verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Metric</Table.Th>
          <Table.Th>Result</Table.Th>
          {columns.map(({ title, isNumber }) => (
            <Table.Th key={title} ta={isNumber && "right"}>
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        <Table.Tr>
          <Table.Th scope="row">Devices</Table.Th>
          <Table.Td />
          <Table.Td ta="right">{count(one.devices)}</Table.Td>
          <Table.Td ta="right">{count(other.devices)}</Table.Td>
          <Table.Td colSpan={3} />
        </Table.Tr>
        {metrics.map((metric) => (
          <Table.Tr key={metric.key}>
            <Table.Th scope="row">{metric.label}</Table.Th>
            <Table.Td>
              <Result verdict={metric.verdict} />
            </Table.Td>
            {columns.map(({ title, isNumber, cell }) => (
              <Table.Td key={title} ta={isNumber && "right"}>
                {cell(metric)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
