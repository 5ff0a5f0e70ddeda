import { ActionIcon, Alert, Button, Group, Stack, Table, Text, TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { moved, put, without } from "./items.js";

/** Props of the form for one item. */
export interface ItemFormProps<T> {
  /** `null` for a new item. */
  readonly item: T | null;
  readonly others: readonly T[];
  readonly onClose: () => void;
  readonly onDone: (item: T) => void;
}

export interface ItemTableProps<T> {
  /** `null` if this part of the document is not a list of objects. */
  readonly items: readonly T[] | null;
  /** Singular noun for an item, such as "rule". */
  readonly noun: string;
  readonly columns: readonly { readonly title: string; readonly cell: (item: T) => ReactNode }[];
  readonly nameOf: (item: T) => string;
  /** Whether the items can be reordered. */
  readonly isOrdered: boolean;
  /** Smallest and largest number of items allowed. */
  readonly bounds?: readonly [least: number, most: number];
  readonly onChange: (items: readonly T[]) => void;
  readonly form: (props: ItemFormProps<T>) => ReactNode;
  /** Dialog that confirms a deletion. Without it, items are deleted immediately. */
  readonly deletion?: (props: DeletionProps<T>) => ReactNode;
}

/** Props of the dialog that confirms a deletion. */
export interface DeletionProps<T> {
  readonly item: T;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

const SHOWN = 100;
/** Number of items from which the table has a search field. */
const FOUND_FROM = 10;
/** Minimum pixels per column, so that titles do not break between letters. */
const COLUMN_WIDTH = 150;

export const Unreadable = () => (
  <Alert color="orange">This part of the document is not as it should be. Mend it under “Everything”.</Alert>
);

/** Table of a draft's items with buttons to add, edit, delete and reorder them. */
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
  /** Index of the item in the form; `null` for a new item. */
  const [edited, setEdited] = useState<{ readonly at: number | null } | null>(null);
  /** Index of the item whose deletion needs confirmation. */
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
