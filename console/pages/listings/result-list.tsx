import {
  DndContext,
  closestCenter,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { Button, Paper, Text, Title } from "@mantine/core";
import type { ExplainedItem, Explanation } from "../../../src/search/explain/explanation.js";
import { count } from "../../parts/format-numbers.js";
import { useMetrics } from "./use-listing-preview.js";
import { nameOf, ProductRow, type Action } from "./product-row.js";

interface ListProps {
  readonly title: string;
  readonly explanation: Explanation;
  /** Product identifier → position in the unpersonalized list; `undefined` if this is the unpersonalized list. */
  readonly unpersonalized?: ReadonlyMap<string, number>;
  readonly onAction: (action: Action, item: ExplainedItem) => void;
  /** Shows more products; `undefined` at the end of the list or at the maximum. */
  readonly onMore?: (() => void) | undefined;
  /** @param position new position, from 1 */
  readonly onMove: (item: ExplainedItem, position: number) => void;
}

/** Result list whose products can be reordered by pointer and keyboard. */
export function ResultList({ title, explanation, unpersonalized, onAction, onMore, onMove }: ListProps) {
  const { items, total } = explanation;
  const ids = items.map(({ item }) => item.product_identifier);
  const metrics = useMetrics(ids);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const named = (id: string | number) => {
    const item = items[ids.indexOf(String(id))];
    return item === undefined ? "the product" : nameOf(item);
  };
  const placeOf = (id: string | number) => ids.indexOf(String(id)) + 1;

  function dropped({ active, over }: DragEndEvent) {
    const item = items[ids.indexOf(String(active.id))];
    if (item !== undefined && over !== null && over.id !== active.id) onMove(item, placeOf(over.id));
  }

  return (
    <Paper withBorder p="sm" component="section" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {total === 0 ? "No products." : `${count(total)} products`}
        {metrics !== undefined &&
          total > 0 &&
          `; seen, clicked and ordered in the last ${metrics.days} days, in stock by variants`}
      </Text>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={dropped}
        accessibility={{
          screenReaderInstructions: {
            draggable:
              "Press space to lift the product, the arrow keys to move it, space to pin it there, escape to leave it.",
          },
          announcements: {
            onDragStart: ({ active }) => `${named(active.id)} lifted from place ${placeOf(active.id)}.`,
            onDragOver: ({ active, over }) =>
              over === null ? undefined : `${named(active.id)} is over place ${placeOf(over.id)}.`,
            onDragEnd: ({ active, over }) =>
              over === null || over.id === active.id
                ? `${named(active.id)} stays where it was.`
                : `${named(active.id)} is pinned to place ${placeOf(over.id)}.`,
            onDragCancel: ({ active }) => `${named(active.id)} stays where it was.`,
          },
        }}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <ol style={{ margin: 0, padding: 0 }}>
            {items.map((item) => (
              <ProductRow
                key={item.item.product_identifier}
                item={item}
                metrics={metrics?.of.get(item.item.product_identifier)}
                unpersonalized={unpersonalized}
                onAction={onAction}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      {onMore !== undefined && (
        <Button mt="sm" fullWidth variant="default" onClick={onMore}>
          Show more
        </Button>
      )}
    </Paper>
  );
}
