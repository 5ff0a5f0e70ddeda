import { Badge, Group, Table, Text } from "@mantine/core";
import type { SubjectChange } from "../../server/preview/changes.js";
import type { Preview } from "../../server/preview/preview-result.js";
import { count, percent } from "../in-figures.js";
import { subjectWords } from "./words.js";

/** The queries and listings that change, those without results first. */
export function Subjects({ result: { subjects, changed_subjects } }: { readonly result: Preview }) {
  return (
    <>
      <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label="Queries and listings that change" verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Query or listing</Table.Th>
              <Table.Th ta="end">Asked</Table.Th>
              <Table.Th ta="end">Devices</Table.Th>
              <Table.Th ta="end">First page changes by</Table.Th>
              <Table.Th ta="end">Products before</Table.Th>
              <Table.Th ta="end">after</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {subjects.map((one) => (
              <Row key={one.key} change={one} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="sm" c="dimmed">
        {subjects.length < changed_subjects ? `The first ${subjects.length} of ${changed_subjects}. ` : ""}0 % is the
        same page, 100 % one without a product of before; what stands first counts most.
      </Text>
    </>
  );
}

function Row({ change: one }: { readonly change: SubjectChange }) {
  const { subject, times, devices, change, total, redirect, became } = one;
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        <Group gap="xs">
          <span>{subjectWords(subject)}</span>
          {became === "empty" && (
            <Badge color="red.9" variant="filled">
              No results any more
            </Badge>
          )}
          {became === "found" && (
            <Badge color="indigo.8" variant="filled">
              Has results now
            </Badge>
          )}
        </Group>
        {redirect.before !== redirect.after && (
          <Text size="sm" c="dimmed">
            {redirect.after === null ? `No longer leads to ${redirect.before}` : `Leads to ${redirect.after}`}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="end">{count(times)}</Table.Td>
      <Table.Td ta="end">{count(devices)}</Table.Td>
      <Table.Td ta="end">{percent(change)}</Table.Td>
      <Table.Td ta="end">{count(total.before)}</Table.Td>
      <Table.Td ta="end">{count(total.after)}</Table.Td>
    </Table.Tr>
  );
}
