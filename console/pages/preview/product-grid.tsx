import {
  DndContext,
  closestCenter,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from "@dnd-kit/core";
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from "@dnd-kit/sortable";
import { Affix, Group, Paper, Text } from "@mantine/core";
import { useState, type CSSProperties } from "react";
import type { ExplainedItem, Explanation } from "../../../src/search/explain/explanation.js";
import { RULE_ACTIONS, type ProductAction } from "../../parts/rule-actions.js";
import type { Target } from "./curate.js";
import { useMetrics } from "./use-preview.js";
import { ACTION_ICONS, nameOf, ProductCard } from "./product-card.js";
import { WhyDialog } from "./why-dialog.js";
import { Action } from "../../parts/action.js";

/** Style of a list of product cards: two columns on phones, as many as fit on desktops. */
export const gridStyle = (isPhone: boolean): CSSProperties => ({
  display: "grid",
  gridTemplateColumns: isPhone ? "1fr 1fr" : "repeat(auto-fill, minmax(min(210px, 44%), 1fr))",
  gap: "var(--mantine-spacing-sm)",
  maxWidth: isPhone ? 390 : undefined,
  margin: isPhone ? "0 auto" : 0,
  padding: 0,
});

export interface GridEditing {
  /** Whether pins have an effect in the previewed order. */
  readonly canMove: boolean;
  /**
   * Opens the form of an action for the given products.
   * @param position position of the first product, from 1
   */
  readonly onAction: (action: ProductAction, target: Target, position: number) => void;
  readonly onUnpin: (item: ExplainedItem) => void;
  /** Moves a product to a position, counted from 1. */
  readonly onMove: (item: ExplainedItem, position: number) => void;
}

interface GridProps {
  readonly explanation: Explanation;
  /** Product identifier → position for unknown visitors; `undefined` if the preview is for an unknown visitor. */
  readonly unpersonalized: ReadonlyMap<string, number> | undefined;
  readonly isPhone: boolean;
  readonly currency: string | null;
  readonly editing: GridEditing | null;
  /** Shows more products; `undefined` at the end of the list or at the maximum number of products. */
  readonly onMore: (() => void) | undefined;
}

export function ProductGrid({ explanation, unpersonalized, isPhone, currency, editing, onMore }: GridProps) {
  const { items } = explanation;
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [why, setWhy] = useState<string | null>(null);
  const ids = items.map(({ item }) => item.product_identifier);
  const metrics = useMetrics(ids);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const itemOf = (id: string | number) => items[ids.indexOf(String(id))];
  const named = (id: string | number) => {
    const item = itemOf(id);
    return item === undefined ? "The product" : nameOf(item);
  };
  const positionOf = (id: string | number) => ids.indexOf(String(id)) + 1;
  const chosen = items.filter(({ item }) => selected.includes(item.product_identifier));
  const explained = why === null ? undefined : itemOf(why);

  function dropped({ active, over }: DragEndEvent) {
    const item = itemOf(active.id);
    if (item !== undefined && over !== null && over.id !== active.id) editing?.onMove(item, positionOf(over.id));
  }

  return (
    <>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={dropped}
        accessibility={{
          screenReaderInstructions: {
            draggable:
              "Press Space to pick up the product and the arrow keys to move it. Press Space again to pin it to the new position, or Escape to cancel.",
          },
          announcements: {
            onDragStart: ({ active }) => `${named(active.id)} picked up at position ${positionOf(active.id)}.`,
            onDragOver: ({ active, over }) =>
              over === null ? undefined : `${named(active.id)} would be pinned to position ${positionOf(over.id)}.`,
            onDragEnd: ({ active, over }) =>
              over === null || over.id === active.id
                ? `${named(active.id)} stays at its position.`
                : `${named(active.id)} is pinned to position ${positionOf(over.id)}.`,
            onDragCancel: ({ active }) => `${named(active.id)} stays at its position.`,
          },
        }}
      >
        <SortableContext items={ids} strategy={rectSortingStrategy}>
          <ol aria-label="Products" style={gridStyle(isPhone)}>
            {items.map((item) => {
              const id = item.item.product_identifier;
              return (
                <ProductCard
                  key={id}
                  item={item}
                  items={items}
                  unpersonalized={unpersonalized}
                  metrics={metrics?.of.get(id)}
                  days={metrics?.days ?? 0}
                  currency={currency}
                  onWhy={() => setWhy(id)}
                  editing={
                    editing && {
                      isSelected: selected.includes(id),
                      canMove: editing.canMove,
                      onSelect: (isSelected) =>
                        setSelected(isSelected ? [...selected, id] : selected.filter((one) => one !== id)),
                      onAction: (action, target) => editing.onAction(action, target, item.rank),
                      onUnpin: () => editing.onUnpin(item),
                    }
                  }
                />
              );
            })}
          </ol>
        </SortableContext>
      </DndContext>
      {onMore !== undefined && <Action label="Show more" fullWidth onClick={onMore} />}
      {editing !== null && chosen.length > 0 && (
        <Affix position={{ bottom: 16, left: 16, right: 16 }} style={{ pointerEvents: "none" }}>
          <Paper
            role="toolbar"
            aria-label="Selected products"
            withBorder
            shadow="md"
            p="xs"
            w="fit-content"
            mx="auto"
            style={{ pointerEvents: "auto" }}
          >
            <Group gap="xs" justify="center">
              <Text fw={600}>{chosen.length} selected</Text>
              {(["pin", "boost", "bury", "hide"] as const).map((action) => {
                const Icon = ACTION_ICONS[action];
                const products = chosen.map((one) => ({ id: one.item.product_identifier, name: nameOf(one) }));
                return (
                  <Action
                    key={action}
                    label={RULE_ACTIONS[action].verb}
                    size="xs"
                    leftSection={<Icon size={14} aria-hidden />}
                    onClick={() => {
                      editing.onAction(action, { products }, chosen[0]?.rank ?? 1);
                      setSelected([]);
                    }}
                  />
                );
              })}
              <Action label="Clear" variant="subtle" size="xs" onClick={() => setSelected([])} />
            </Group>
          </Paper>
        </Affix>
      )}
      {explained !== undefined && (
        <WhyDialog item={explained} next={items[explained.rank]} items={items} onClose={() => setWhy(null)} />
      )}
    </>
  );
}
