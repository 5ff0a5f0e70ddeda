import { Table, Text } from "@mantine/core";
import type { Comparison, Metric } from "../../server/experiments/comparison.js";
import type { Verdict } from "../../server/experiments/verdict.js";
import { amount, confidence, count, lift as uplift, percent } from "../../parts/format-numbers.js";
import { StateBadge } from "../../parts/state-badge.js";
import { Interval, reachOf } from "./interval.js";

const RESULTS: Readonly<Record<Verdict, readonly [text: string, color: string]>> = {
  unreliable: ["Unreliable", "red"],
  not_enough_data: ["Not enough data", "gray"],
  no_difference: ["No difference", "gray"],
  higher: ["Higher", "green"],
  lower: ["Lower", "orange"],
};

/** Comparison of both variants by metric. On narrow pages the table scrolls horizontally. */
export function MetricsTable({ comparison: { one, other, metrics, currency } }: { readonly comparison: Comparison }) {
  const reach = reachOf(metrics.map((metric) => metric.lift));
  return (
    <Table.ScrollContainer minWidth={760} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={`${one.name} and ${other.name}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Metric</Table.Th>
            <Table.Th ta="right">{one.name}</Table.Th>
            <Table.Th ta="right">{other.name}</Table.Th>
            <Table.Th>Result</Table.Th>
            <Table.Th>Uplift (95 % interval)</Table.Th>
            <Table.Th ta="right">Confidence</Table.Th>
            <Table.Th ta="right">Sample size</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            <Table.Th scope="row">Devices</Table.Th>
            <Table.Td ta="right">{count(one.devices)}</Table.Td>
            <Table.Td ta="right">{count(other.devices)}</Table.Td>
            <Table.Td colSpan={4} />
          </Table.Tr>
          {metrics.map((metric) => (
            <MetricRow key={metric.key} metric={metric} reach={reach} currency={currency} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface MetricRowProps {
  readonly metric: Metric;
  readonly reach: number;
  readonly currency: string | null;
}

function MetricRow({ metric: { label, devices, values, lift, verdict }, reach, currency }: MetricRowProps) {
  const [result, color] = RESULTS[verdict];
  return (
    <Table.Tr>
      <Table.Th scope="row">{label}</Table.Th>
      {([0, 1] as const).map((side) => (
        <Table.Td key={side} ta="right">
          {devices === null ? amount(values[side], currency) : percent(values[side])}
          {devices !== null && (
            <Text size="xs" c="dimmed">
              {count(devices[side])} {devices[side] === 1 ? "device" : "devices"}
            </Text>
          )}
        </Table.Td>
      ))}
      <Table.Td>
        <StateBadge color={color}>{result}</StateBadge>
      </Table.Td>
      <Table.Td>
        <Interval lift={lift} reach={reach} />
        {lift !== null && (
          <Text size="xs">
            {uplift(lift.lift)} ({uplift(lift.low)} to {uplift(lift.high)})
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">{lift === null ? "–" : confidence(lift.p)}</Table.Td>
      <Table.Td ta="right">{lift?.devices_needed == null ? "–" : `${count(lift.devices_needed)} devices`}</Table.Td>
    </Table.Tr>
  );
}
