import { Alert, Badge, Button, Card, Group, Stack, Table, Text, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import {
  IconArrowBackUp,
  IconArrowDown,
  IconArrowUp,
  IconEdit,
  IconPlus,
  IconSearch,
  IconTrash,
} from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { Link } from "wouter";
import { IconAction } from "./action.js";
import { moved, put, without } from "./items.js";
import { useSession } from "./session.js";

export interface ItemFormProps<T> {
  /** Item to edit; `null` for a new item. */
  readonly item: T | null;
  readonly others: readonly T[];
  readonly onClose: () => void;
  readonly onDone: (item: T) => void;
}

export interface ItemTableProps<T> {
  /** Items with the unpublished changes; `null` if this part of the configuration is not a list of objects. */
  readonly items: readonly T[] | null;
  readonly live: readonly T[] | null;
  /** Singular noun for an item, such as "rule". */
  readonly noun: string;
  readonly columns: readonly { readonly title: string; readonly cell: (item: T) => ReactNode }[];
  /** Name of the item. Items with the same name in the draft and in the live configuration are the same item. */
  readonly nameOf: (item: T) => string;
  /** Returns the state of an item that is not active now, such as "Scheduled" or "Ended". */
  readonly stateOf?: (item: T) => string | null;
  readonly isOrdered: boolean;
  readonly bounds?: readonly [least: number, most: number];
  /** Text for an empty list, which explains the purpose of the items. */
  readonly empty: string;
  readonly onChange: (items: readonly T[]) => void;
  readonly form: (props: ItemFormProps<T>) => ReactNode;
  /** Dialog that confirms a deletion. Without the dialog, items are deleted immediately. */
  readonly deletion?: (props: DeletionProps<T>) => ReactNode;
  readonly actions?: ReactNode;
}

export interface DeletionProps<T> {
  readonly item: T;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

const SHOWN = 100;
/** Minimum number of items for which the table shows a search field. */
const FOUND_FROM = 10;

export const Unreadable = () => (
  <Alert color="orange" title="This part of the configuration is malformed">
    Correct it in <Link href="/console/settings?tab=json">Settings, JSON</Link>.
  </Alert>
);

interface Row<T> {
  readonly item: T;
  /** Index in the edited list of items; `null` if the item was deleted and exists in the live configuration only. */
  readonly at: number | null;
  readonly state: string;
}

/**
 * Table of items with their publication state, and buttons to add, edit, delete and reorder items. Narrow screens show
 * cards.
 */
export function ItemTable<T extends object>(props: ItemTableProps<T>) {
  const { items, live, noun, columns, nameOf, stateOf, isOrdered, bounds: [least, most] = [0, Infinity], onChange, form, deletion } = props; // prettier-ignore
  const { may } = useSession();
  const isNarrow = useMediaQuery("(max-width: 48em)");
  const [wanted, setWanted] = useState("");
  /** Index of the item in the form; `null` for a new item. */
  const [edited, setEdited] = useState<{ readonly at: number | null } | null>(null);
  /** Index of the item whose deletion needs confirmation. */
  const [doomed, setDoomed] = useState<number | null>(null);
  if (items === null) return <Unreadable />;
  const canEdit = may("editor");
  const onClose = () => setEdited(null);
  const text = wanted.trim().toLowerCase();
  const found = rowsOf(items, live ?? [], nameOf, stateOf).filter(
    ({ item }) => text === "" || JSON.stringify(item).toLowerCase().includes(text),
  );
  const actions = ({ item, at }: Row<T>) => {
    const name = nameOf(item);
    if (!canEdit) return null;
    if (at === null) {
      return (
        <IconAction Of={IconArrowBackUp} label={`Restore ${name}`} disabled={items.length >= most} onClick={() => onChange([...items, item])} />
      ); // prettier-ignore
    }
    return (
      <Group gap={4} wrap="nowrap">
        <IconAction Of={IconEdit} label={`Edit ${name}`} onClick={() => setEdited({ at })} />
        <IconAction
          Of={IconTrash}
          label={`Delete ${name}`}
          disabled={items.length <= least}
          onClick={() => (deletion === undefined ? onChange(without(items, at)) : setDoomed(at))}
        />
        {isOrdered && items.length > 1 && (
          <>
            <IconAction Of={IconArrowUp} label={`Move ${name} up`} disabled={at === 0} onClick={() => onChange(moved(items, at, -1))} />
            <IconAction Of={IconArrowDown} label={`Move ${name} down`} disabled={at === items.length - 1} onClick={() => onChange(moved(items, at, 1))} />
          </>
        )}
      </Group>
    ); // prettier-ignore
  };
  const shownRows = found.slice(0, SHOWN);
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        {items.length > FOUND_FROM ? (
          <TextInput
            aria-label={`Search ${noun}s`}
            placeholder={`Search ${noun}s`}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={wanted}
            onChange={({ currentTarget }) => setWanted(currentTarget.value)}
          />
        ) : (
          <span />
        )}
        {canEdit && (
          <Group gap="xs">
            {props.actions}
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={items.length >= most}
              onClick={() => setEdited({ at: null })}
            >
              Add {/^[aeiou]/.test(noun) ? "an" : "a"} {noun}
            </Button>
          </Group>
        )}
      </Group>
      {items.length >= most && <Text>The maximum is {most}. Delete one to add another.</Text>}
      {found.length === 0 && (
        <Card withBorder>
          <Text>{text === "" ? props.empty : `No ${noun} contains “${wanted}”.`}</Text>
        </Card>
      )}
      {found.length > 0 && isNarrow && (
        <Stack gap="xs">
          {shownRows.map((row, nth) => (
            <Card key={nth} withBorder padding="sm" component="section" aria-label={nameOf(row.item)}>
              <Group justify="space-between" mb={4}>
                <State>{row.state}</State>
                {actions(row)}
              </Group>
              {columns.map(({ title, cell }, at) => (
                <Text key={title} component="div" fw={at === 0 ? 600 : 400}>
                  {at > 0 && (
                    <Text size="xs" c="dimmed" span>
                      {title}:{" "}
                    </Text>
                  )}
                  {cell(row.item)}
                </Text>
              ))}
            </Card>
          ))}
        </Stack>
      )}
      {found.length > 0 && !isNarrow && (
        <Card
          withBorder
          padding={0}
          style={{ overflowX: "auto" }}
          tabIndex={0}
          role="region"
          aria-label={`All ${noun}s`}
        >
          <Table verticalSpacing="xs" horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                {columns.map(({ title }) => (
                  <Table.Th key={title}>{title}</Table.Th>
                ))}
                <Table.Th>Status</Table.Th>
                {canEdit && <Table.Th>Actions</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shownRows.map((row, nth) => (
                <Table.Tr key={nth}>
                  {columns.map(({ title, cell }) => (
                    <Table.Td key={title} style={{ wordBreak: "break-word" }}>
                      {cell(row.item)}
                    </Table.Td>
                  ))}
                  <Table.Td>
                    <State>{row.state}</State>
                  </Table.Td>
                  {canEdit && <Table.Td>{actions(row)}</Table.Td>}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Card>
      )}
      {found.length > SHOWN && (
        <Text>
          The first {SHOWN} of {found.length}. Search to find the others.
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

/** Returns the rows of the table: the items of the draft, then deleted items of the live configuration. */
function rowsOf<T>(
  items: readonly T[],
  live: readonly T[],
  nameOf: (item: T) => string,
  stateOf: (item: T) => string | null = () => null,
): Row<T>[] {
  const before = new Map(live.map((item) => [nameOf(item), JSON.stringify(item)]));
  const names = new Set(items.map(nameOf));
  const changeOf = (item: T) => {
    const was = before.get(nameOf(item));
    if (was === undefined) return "New";
    return was === JSON.stringify(item) ? null : "Changed";
  };
  return [
    ...items.map((item, at) => ({ item, at, state: changeOf(item) ?? stateOf(item) ?? "Live" })),
    ...live.filter((item) => !names.has(nameOf(item))).map((item) => ({ item, at: null, state: "Deleted" })),
  ];
}

const COLORS: Readonly<Record<string, string>> = { Live: "green", Scheduled: "blue", Ended: "gray", Deleted: "red" };

/** Badge with the publication state of an item. Only the outline is coloured, so that the text has enough contrast. */
const State = ({ children }: { children: string }) => (
  <Badge
    variant="outline"
    color={COLORS[children] ?? "orange"}
    c="var(--mantine-color-text)"
    miw="max-content"
    tt="none"
  >
    {children}
  </Badge>
);
