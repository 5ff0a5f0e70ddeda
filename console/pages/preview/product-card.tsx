import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ActionIcon, Badge, Button, Card, Checkbox, Group, Menu, Text, ThemeIcon, Tooltip } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconDots, IconEyeOff, IconGripVertical, IconPin, IconPinnedOff } from "@tabler/icons-react"; // prettier-ignore
import type { ExplainedItem } from "../../../src/search/explain/explanation.js";
import { amount } from "../../parts/format-numbers.js";
import { ProductPicture } from "../../parts/product-picture.js";
import { RULE_ACTIONS, type ProductAction } from "../../parts/rule-actions.js";
import type { ProductMetrics } from "../../server/insights/product-metrics.js";
import { formatMetrics, formatMoved, markersOf } from "./format-explanation.js";
import { targetName, type Target } from "./curate.js";

export const ACTION_ICONS = { pin: IconPin, boost: IconArrowUp, bury: IconArrowDown, hide: IconEyeOff } as const;

const COLORS = { pin: "indigo", boost: "teal", bury: "orange" } as const;

export const nameOf = ({ item }: Pick<ExplainedItem, "item">): string =>
  typeof item["name"] === "string" ? item["name"] : item.product_identifier;

interface CardEditing {
  readonly isSelected: boolean;
  readonly canMove: boolean;
  readonly onSelect: (isSelected: boolean) => void;
  readonly onAction: (action: ProductAction, target: Target) => void;
  readonly onUnpin: () => void;
}

interface CardProps {
  readonly item: ExplainedItem;
  readonly items: readonly ExplainedItem[];
  /** Product identifier → position for unknown visitors; `undefined` if the preview is for an unknown visitor. */
  readonly unpersonalized: ReadonlyMap<string, number> | undefined;
  /** Metrics of the product; `undefined` while loading. */
  readonly metrics: ProductMetrics | undefined;
  readonly days: number;
  readonly currency: string | null;
  readonly editing: CardEditing | null;
  readonly onWhy: () => void;
}

/** Card of a product. Editors can drag the card by its picture or handle, select it, and open a menu of actions. */
export function ProductCard({ item, items, unpersonalized, metrics, days, currency, editing, onWhy }: CardProps) {
  const canMove = editing?.canMove === true;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: item.item.product_identifier,
    disabled: !canMove,
  });
  const name = nameOf(item);
  const { designer, price } = item.item as { readonly designer?: unknown; readonly price?: unknown };
  const moved = unpersonalized && formatMoved(item.rank, unpersonalized.get(item.item.product_identifier));
  const facts = metrics === undefined ? [] : formatMetrics(metrics);
  return (
    <li
      ref={setNodeRef}
      style={{
        transform: CSS.Translate.toString(transform),
        transition,
        listStyle: "none",
        opacity: isDragging ? 0.5 : 1,
        zIndex: isDragging ? 1 : undefined,
        minWidth: 0,
      }}
    >
      <Card withBorder h="100%" padding="xs" bd={editing?.isSelected ? "2px solid indigo.6" : undefined}>
        <Card.Section pos="relative">
          <div {...(canMove ? listeners : {})} style={{ cursor: canMove ? "grab" : undefined }}>
            <ProductPicture images={item.item["images"]} width="100%" />
          </div>
          <Group gap={6} pos="absolute" top={8} left={8}>
            {editing !== null && (
              <Checkbox
                aria-label={`Select ${name}`}
                checked={editing.isSelected}
                onChange={({ currentTarget }) => editing.onSelect(currentTarget.checked)}
              />
            )}
            <Badge color="dark" variant="filled" aria-label={`Position ${item.rank}`}>
              {item.rank}
            </Badge>
          </Group>
          {editing !== null && <ActionsMenu item={item} editing={editing} />}
          {canMove && (
            <ActionIcon
              ref={setActivatorNodeRef}
              variant="default"
              pos="absolute"
              bottom={8}
              right={8}
              style={{ cursor: "grab", touchAction: "none" }}
              {...attributes}
              {...listeners}
              aria-label={`Move ${name}`}
            >
              <IconGripVertical size={16} aria-hidden />
            </ActionIcon>
          )}
        </Card.Section>
        <Text fw={600} lineClamp={2} mt="xs">
          {name}
        </Text>
        <Group justify="space-between" gap={4} wrap="nowrap">
          <Text size="xs" c="dimmed" truncate>
            {typeof designer === "string" ? designer : ""}
          </Text>
          {typeof price === "number" && (
            <Text style={{ whiteSpace: "nowrap" }}>{amount(price, metrics?.currency ?? currency)}</Text>
          )}
        </Group>
        {markersOf(item, items).map(({ action, text }) => {
          const Icon = ACTION_ICONS[action];
          return (
            <Group key={text} gap={6} mt={4} wrap="nowrap" align="flex-start">
              <ThemeIcon size={18} radius="xl" color={COLORS[action]}>
                <Icon size={12} aria-hidden />
              </ThemeIcon>
              <Text size="xs">{text}</Text>
            </Group>
          );
        })}
        {moved !== undefined && moved !== "" && (
          <Text size="xs" mt={4}>
            {moved}
          </Text>
        )}
        {facts.length > 0 && (
          <Tooltip label={`In the last ${days} days: ${facts.join(", ")}`} multiline maw={280}>
            <Text size="xs" c="dimmed" mt={4} lineClamp={2}>
              {facts.join(" · ")}
            </Text>
          </Tooltip>
        )}
        <Button variant="subtle" size="compact-xs" mt="auto" onClick={onWhy} aria-label={`Why is it here? ${name}`}>
          Why is it here?
        </Button>
      </Card>
    </li>
  );
}

function ActionsMenu({ item, editing }: { item: ExplainedItem; editing: CardEditing }) {
  const { product_identifier: id, designer, category } = item.item as ExplainedItem["item"] & { readonly designer?: unknown; readonly category?: unknown }; // prettier-ignore
  const entry = (action: ProductAction, target: Target, label: string) => {
    const Icon = ACTION_ICONS[action];
    return (
      <Menu.Item
        key={label}
        leftSection={<Icon size={16} aria-hidden />}
        onClick={() => editing.onAction(action, target)}
      >
        {label}
      </Menu.Item>
    );
  };
  const group = (noun: string, target: Target) => (
    <>
      <Menu.Divider />
      {(["boost", "bury", "hide"] as const).map((action) =>
        entry(action, target, `${RULE_ACTIONS[action].verb} ${noun} ${targetName(target)}…`),
      )}
    </>
  );
  const product: Target = { products: [{ id, name: nameOf(item) }] };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" pos="absolute" top={8} right={8} aria-label={`Actions for ${nameOf(item)}`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {item.pinned !== null && (
          <Menu.Item leftSection={<IconPinnedOff size={16} aria-hidden />} onClick={editing.onUnpin}>
            Unpin
          </Menu.Item>
        )}
        {entry("pin", product, "Pin to position…")}
        {entry("boost", product, "Boost…")}
        {entry("bury", product, "Bury…")}
        {entry("hide", product, "Hide…")}
        {typeof designer === "string" && group("brand", { field: "designer", value: designer })}
        {typeof category === "string" && group("category", { field: "categories", value: category })}
      </Menu.Dropdown>
    </Menu>
  );
}
