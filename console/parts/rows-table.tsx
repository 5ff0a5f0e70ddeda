import { Box, Button, Group, Stack, Table, Text, Title } from "@mantine/core";
import { useState, type ReactNode } from "react";

export interface Column<R> {
  readonly label: string;
  readonly cell: (row: R) => ReactNode;
  readonly isNumber?: boolean;
}

interface RowsTableProps<R> {
  readonly title: string;
  readonly about?: string;
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  readonly keyOf: (row: R) => string;
  readonly none: string;
  readonly csv?: string;
}

const FIRST_ROWS = 15;
/** Maximum number of rendered rows, which keeps pages fast for large shops. */
const MOST_ROWS = 1_000;

/** Table that shows the first rows and can be expanded. On narrow pages it scrolls horizontally. */
export function RowsTable<R>({ title, about, columns, rows, keyOf, none, csv }: RowsTableProps<R>) {
  const [isWhole, setWhole] = useState(false);
  const shown = rows.slice(0, isWhole ? MOST_ROWS : FIRST_ROWS);
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-end">
        <Title order={2} size="h4">
          {title}
        </Title>
        {csv !== undefined && rows.length > 0 && (
          <Button component="a" href={csv} download size="compact-sm" variant="default" aria-label={`CSV: ${title}`}>
            CSV
          </Button>
        )}
      </Group>
      {about !== undefined && <Text c="var(--mantine-color-text)">{about}</Text>}
      {rows.length === 0 ? (
        <Text>{none}</Text>
      ) : (
        <Box tabIndex={0} role="region" aria-label={title} style={{ overflowX: "auto" }}>
          <Table striped verticalSpacing={6} aria-label={title} styles={TOP}>
            <Table.Thead>
              <Table.Tr>
                {columns.map(({ label, isNumber }) => (
                  <Table.Th key={label} ta={isNumber === true ? "right" : "left"}>
                    {label}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((row) => (
                <Table.Tr key={keyOf(row)}>
                  {columns.map(({ label, cell, isNumber }) => (
                    <Table.Td
                      key={label}
                      ta={isNumber === true ? "right" : "left"}
                      style={isNumber === true ? NUMBERS : undefined}
                    >
                      {cell(row)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Box>
      )}
      {rows.length > FIRST_ROWS && (
        <Button size="compact-sm" variant="subtle" onClick={() => setWhole(!isWhole)} style={{ alignSelf: "start" }}>
          {isWhole ? "Show fewer" : `Show ${rows.length > MOST_ROWS ? `${MOST_ROWS} of` : "all"} ${rows.length}`}
        </Button>
      )}
    </Stack>
  );
}

const TOP = { td: { verticalAlign: "top" } } as const;

const NUMBERS = { fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" } as const;
