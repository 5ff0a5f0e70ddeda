import { BarChart } from "@mantine/charts";
import { Accordion, Box, Table } from "@mantine/core";
import type { Comparison } from "../../server/experiments/comparison.js";
import { count } from "../../parts/format-numbers.js";

export function Days({ comparison: { one, other, days } }: { comparison: Comparison }) {
  return (
    <Box>
      <Box
        role="img"
        aria-label={`New devices of ${one.name} and ${other.name} by day; the table below has the numbers`}
      >
        <BarChart
          h={200}
          data={days.map((day) => ({ day: day.day, [one.name]: day.one, [other.name]: day.other }))}
          dataKey="day"
          series={[
            { name: one.name, color: "gray.6" },
            { name: other.name, color: "indigo.6" },
          ]}
          withLegend
          barProps={{ isAnimationActive: false }}
        />
      </Box>
      <Accordion variant="contained" mt="xs">
        <Accordion.Item value="table">
          <Accordion.Control>Table of new devices by day</Accordion.Control>
          <Accordion.Panel>
            <Table aria-label="New devices by day">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Day (UTC)</Table.Th>
                  <Table.Th ta="right">{one.name}</Table.Th>
                  <Table.Th ta="right">{other.name}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {days.map((day) => (
                  <Table.Tr key={day.day}>
                    <Table.Th scope="row">{day.day}</Table.Th>
                    <Table.Td ta="right">{count(day.one)}</Table.Td>
                    <Table.Td ta="right">{count(day.other)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Box>
  );
}
