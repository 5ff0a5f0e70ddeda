import { List, Stack, Table, Text } from "@mantine/core";
import type { Comparison, Metric } from "../../server/experiments/comparison.js";
import { chance, count, lift, money, percent } from "../../parts/format-numbers.js";
import { Interval, reachOf } from "./interval.js";

/** Comparison of both variants by metric: sentences, and a table with drawn intervals. */
export function MetricsTable({ comparison: { one, other, metrics } }: { readonly comparison: Comparison }) {
  const reach = reachOf(metrics.map((metric) => metric.lift));
  return (
    <Stack gap="sm">
      <List aria-label="Results in words">
        {metrics.map(({ key, says }) => (
          <List.Item key={key}>{says}.</List.Item>
        ))}
      </List>
      <Table.ScrollContainer minWidth={720} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={`${one.name} and ${other.name}`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Measure</Table.Th>
              <Table.Th ta="right">{one.name}</Table.Th>
              <Table.Th ta="right">{other.name}</Table.Th>
              <Table.Th>Lift with 95 % interval</Table.Th>
              <Table.Th ta="right">p</Table.Th>
              <Table.Th ta="right">Devices needed</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <Table.Tr>
              <Table.Th scope="row">Devices</Table.Th>
              <Table.Td ta="right">{count(one.devices)}</Table.Td>
              <Table.Td ta="right">{count(other.devices)}</Table.Td>
              <Table.Td colSpan={3} />
            </Table.Tr>
            {metrics.map((metric) => (
              <MetricRow key={metric.key} metric={metric} reach={reach} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}

function MetricRow({ metric, reach }: { readonly metric: Metric; readonly reach: number }) {
  const { label, devices, values, lift: found } = metric;
  return (
    <Table.Tr>
      <Table.Th scope="row">{label}</Table.Th>
      {([0, 1] as const).map((side) => (
        <Table.Td key={side} ta="right">
          {devices === null ? money(values[side]) : percent(values[side])}
          {devices !== null && (
            <Text size="xs" c="dimmed">
              {count(devices[side])}
            </Text>
          )}
        </Table.Td>
      ))}
      <Table.Td>
        <Interval lift={found} reach={reach} />
        {found !== null && (
          <Text size="xs">
            {lift(found.lift)} ({lift(found.low)} to {lift(found.high)})
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">{found === null ? "–" : chance(found.p)}</Table.Td>
      <Table.Td ta="right">{found?.devices_needed == null ? "–" : count(found.devices_needed)}</Table.Td>
    </Table.Tr>
  );
}
