import { ActionIcon, Alert, Button, Group, Stack, Table, Text, TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { moved, put, without } from "./items.js";

/** What the form of an item is given. */
export interface ItemFormProps<T> {
  /** Null: a new one. */
  readonly item: T | null;
  readonly others: readonly T[];
  readonly onClose: () => void;
  readonly onDone: (item: T) => void;
}

export interface ItemTableProps<T> {
  /** Null: not a list of such items. */
  readonly items: readonly T[] | null;
  /** As in "rule". */
  readonly noun: string;
  readonly columns: readonly { readonly title: string; readonly cell: (item: T) => ReactNode }[];
  readonly nameOf: (item: T) => string;
  /** Whether the order of items matters. */
  readonly isOrdered: boolean;
  /** The fewest and the most that there may be. */
  readonly bounds?: readonly [least: number, most: number];
  readonly onChange: (items: readonly T[]) => void;
  readonly form: (props: ItemFormProps<T>) => ReactNode;
  /** Asks before an item is deleted. Absent: items go at once. */
  readonly deletion?: (props: DeletionProps<T>) => ReactNode;
}

/** What the question before deleting an item is given. */
export interface DeletionProps<T> {
  readonly item: T;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

const SHOWN = 100;
/** Fewer are found by looking. */
const FOUND_FROM = 10;
/** So that no title stands letter below letter. */
const COLUMN_WIDTH = 150;

export const Unreadable = () => (
  <Alert color="orange">This part of the document is not as it should be. Mend it under “Everything”.</Alert>
);

/** Items of a draft, to add, edit, delete and put in order. */
export function ItemTable<T extends object>({
  items,
  noun,
  columns,
  nameOf,
  isOrdered,
  bounds: [least, most] = [0, Infinity],
  onChange,
  form,
  deletion,
}: ItemTableProps<T>) {
  const [wanted, setWanted] = useState("");
  /** The place of the one in the form; null: a new one. */
  const [edited, setEdited] = useState<{ readonly at: number | null } | null>(null);
  /** The place of the one that is asked about. */
  const [doomed, setDoomed] = useState<number | null>(null);
  const onEdit = (at: number | null) => setEdited({ at });
  const onClose = () => setEdited(null);
  if (items === null) {
    return <Unreadable />;
  }
  const text = wanted.trim().toLowerCase();
  const found = items
    .map((item, at) => ({ item, at }))
    .filter(({ item }) => text === "" || JSON.stringify(item).toLowerCase().includes(text));
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        {(items.length > FOUND_FROM || wanted !== "") && (
          <TextInput
            label={`Find a ${noun}`}
            value={wanted}
            onChange={({ currentTarget }) => setWanted(currentTarget.value)}
          />
        )}
        <Group gap="xs">
          <Button variant="light" disabled={items.length >= most} onClick={() => onEdit(null)}>
            Add {/^[aeiou]/.test(noun) ? "an" : "a"} {noun}
          </Button>
          {items.length >= most && <Text size="sm">There are at most {most}.</Text>}
        </Group>
      </Group>
      {found.length === 0 ? (
        <Text>{items.length === 0 ? `There are no ${noun}s.` : `No ${noun} is like that.`}</Text>
      ) : (
        <Table.ScrollContainer minWidth={COLUMN_WIDTH * columns.length}>
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                {columns.map(({ title }) => (
                  <Table.Th key={title}>{title}</Table.Th>
                ))}
                <Table.Th>Do</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {found.slice(0, SHOWN).map(({ item, at }) => (
                <Table.Tr key={at}>
                  {columns.map(({ title, cell }) => (
                    <Table.Td key={title} style={{ wordBreak: "break-word" }}>
                      {cell(item)}
                    </Table.Td>
                  ))}
                  <Table.Td>
                    <Group gap={4} wrap="nowrap">
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={`Edit ${nameOf(item)}`}
                        onClick={() => onEdit(at)}
                      >
                        Edit
                      </Button>
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={`Delete ${nameOf(item)}`}
                        disabled={items.length <= least}
                        onClick={() => (deletion === undefined ? onChange(without(items, at)) : setDoomed(at))}
                      >
                        Delete
                      </Button>
                      {isOrdered && (
                        <>
                          <ActionIcon
                            size="sm"
                            variant="default"
                            aria-label={`Move ${nameOf(item)} up`}
                            disabled={at === 0}
                            onClick={() => onChange(moved(items, at, -1))}
                          >
                            ↑
                          </ActionIcon>
                          <ActionIcon
                            size="sm"
                            variant="default"
                            aria-label={`Move ${nameOf(item)} down`}
                            disabled={at === items.length - 1}
                            onClick={() => onChange(moved(items, at, 1))}
                          >
                            ↓
                          </ActionIcon>
                        </>
                      )}
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {found.length > SHOWN && (
        <Text size="sm">
          The first {SHOWN} of {found.length}. Find the others by what they hold.
        </Text>
      )}
      {doomed !== null &&
        deletion?.({
          item: items[doomed] as T,
          onClose: () => setDoomed(null),
          onDelete: () => {
            onChange(without(items, doomed));
            setDoomed(null);
          },
        })}
      {edited !== null &&
        form({
          item: edited.at === null ? null : (items[edited.at] ?? null),
          others: items.filter((_, at) => at !== edited.at),
          onClose,
          onDone: (item) => {
            onChange(put(items, edited.at, item));
            onClose();
          },
        })}
    </Stack>
  );
}
