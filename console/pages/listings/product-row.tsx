import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ActionIcon, Badge, Collapse, Group, Menu, Stack, Table, Text, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ExplainedItem } from "../../../src/search/explain/explanation.js";
import { PRODUCT_ACTIONS, type ProductAction } from "../../parts/rule-actions.js";
import { ProductPicture } from "../../parts/product-picture.js";
import type { ProductMetrics } from "../../server/insights/product-metrics.js";
import { formatMetrics, inWords, formatMoved } from "./format-explanation.js";
import type { Steering } from "./curate.js";

export type Action = Steering["action"] | "unpin";

interface RowProps {
  readonly item: ExplainedItem;
  /** Product identifier → position on the unpersonalized first page; `undefined` if this row is part of that page. */
  readonly unpersonalized: ReadonlyMap<string, number> | undefined;
  /** `undefined` while the metrics are loading. */
  readonly metrics: ProductMetrics | undefined;
  readonly onAction: (action: Action, item: ExplainedItem) => void;
}

export const nameOf = ({ item }: ExplainedItem): string =>
  typeof item["name"] === "string" ? item["name"] : item.product_identifier;

/** Product row that can be moved by dragging its handle or through its menu. */
export function ProductRow({ item, unpersonalized, metrics, onAction }: RowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: item.item.product_identifier,
  });
  const [isOpen, { toggle }] = useDisclosure();
  const [first, ...others] = inWords(item);
  const hasMore = others.length > 0 || (item.engine?.signals.length ?? 0) > 0;
  const moved = unpersonalized && formatMoved(item.rank, unpersonalized.get(item.item.product_identifier));
  const { designer, price } = item.item as { readonly designer?: unknown; readonly price?: unknown };
  return (
    <li
      ref={setNodeRef}
      style={{
        transform: CSS.Translate.toString(transform),
        transition,
        listStyle: "none",
        opacity: isDragging ? 0.5 : 1,
        borderBottom: "1px solid var(--mantine-color-default-border)",
        padding: "6px 0",
      }}
    >
      <Group wrap="nowrap" gap="xs" align="flex-start">
        <ActionIcon
          ref={setActivatorNodeRef}
          variant="subtle"
          color="gray"
          style={{ cursor: "grab", touchAction: "none" }}
          {...attributes}
          {...listeners}
          aria-label={`Move ${nameOf(item)}`}
        >
          <span aria-hidden>⠿</span>
        </ActionIcon>
        <Text w={24} ta="right" size="sm" fw={600} aria-label={`Place ${item.rank}`}>
          {item.rank}
        </Text>
        <ProductPicture images={item.item["images"]} />
        <Stack gap={2} style={{ flex: 1, minWidth: 0 }}>
          <Group gap={6} wrap="nowrap">
            <Text size="sm" fw={600} truncate>
              {nameOf(item)}
            </Text>
            {item.pinned !== null && <Badge size="sm">Pinned</Badge>}
          </Group>
          <Text size="xs" c="dimmed" truncate>
            {[designer, metrics === undefined ? price : null, moved]
              .filter((one) => typeof one === "number" || (typeof one === "string" && one !== ""))
              .join(" · ")}
          </Text>
          {metrics !== undefined && (
            <Text size="xs" style={{ fontVariantNumeric: "tabular-nums" }}>
              {formatMetrics(metrics, price).join(" · ")}
            </Text>
          )}
          {hasMore ? (
            <UnstyledButton onClick={toggle} aria-expanded={isOpen} fz="xs">
              {first} {isOpen ? "Less" : "More"}
            </UnstyledButton>
          ) : (
            <Text size="xs">{first}</Text>
          )}
          <Collapse expanded={isOpen}>{isOpen && <Reasons item={item} words={others} />}</Collapse>
        </Stack>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" aria-label={`Actions for ${nameOf(item)}`}>
              <span aria-hidden>⋯</span>
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {item.pinned !== null && <Menu.Item onClick={() => onAction("unpin", item)}>Unpin</Menu.Item>}
            {Object.entries(PRODUCT_ACTIONS).map(([action, label]) => (
              <Menu.Item key={action} onClick={() => onAction(action as ProductAction, item)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
    </li>
  );
}

/** Remaining reasons and the signals with their points. */
function Reasons({ item, words }: { readonly item: ExplainedItem; readonly words: readonly string[] }) {
  const signals = item.engine?.signals ?? [];
  return (
    <Stack gap={4}>
      {words.map((sentence) => (
        <Text key={sentence} size="xs">
          {sentence}
        </Text>
      ))}
      {signals.length > 0 && (
        <Table withRowBorders={false} verticalSpacing={0} fz="xs" captionSide="top">
          <Table.Caption ta="left" mt={4}>
            Points
          </Table.Caption>
          <Table.Tbody>
            {signals.map(({ signal, points }) => (
              <Table.Tr key={signal}>
                <Table.Th scope="row" fw={400} style={{ overflowWrap: "anywhere" }}>
                  {signal}
                </Table.Th>
                <Table.Td ta="right">{points.toFixed(3)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}
