import { Code, Table, Text } from "@mantine/core";
import type { ConfigurationChange } from "../../src/storefront/configuration-changes.js";

interface ChangesProps {
  readonly changes: readonly ConfigurationChange[];
  /** What the table holds. */
  readonly caption: string;
}

const SHOWN = 200;

/** What changed between two configurations, one place a row. */
export function Changes({ changes, caption }: ChangesProps) {
  if (changes.length === 0) return <Text size="sm">Nothing is different.</Text>;
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table captionSide="top" verticalSpacing="xs">
        <Table.Caption ta="left">
          {caption}
          {changes.length > SHOWN ? ` (the first ${SHOWN} of ${changes.length})` : ""}
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Where</Table.Th>
            <Table.Th>Before</Table.Th>
            <Table.Th>After</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.slice(0, SHOWN).map(({ path, before, after }, at) => (
            <Table.Tr key={at}>
              <Table.Td style={{ wordBreak: "break-word" }}>{path}</Table.Td>
              <Table.Td>
                <Value value={before} />
              </Table.Td>
              <Table.Td>
                <Value value={after} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** A value of a configuration; a dash where there is none. */
export function Value({ value }: { readonly value: unknown }) {
  if (value === undefined) return <Text size="sm">–</Text>;
  return (
    <Code
      block
      style={{ whiteSpace: "pre-wrap", wordBreak: "break-word", maxHeight: 240, overflow: "auto" }}
      tabIndex={0}
    >
      {typeof value === "string" ? value : JSON.stringify(value, null, 1)}
    </Code>
  );
}
