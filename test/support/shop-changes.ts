import fc from "fast-check";
import { seeded, type Random } from "../../demo/random.js";
import {
  activeVariants,
  drawCatalogue,
  drawProduct,
  drawTitle,
  insertLine,
  MAX_PRICE,
  type Line,
  type Shelf,
  type VariantData,
} from "./shop-catalogue.js";

/**
 * A catalogue change between two page requests. The description is independent of the catalogue to which the change is
 * applied.
 */
export interface Change {
  readonly kind: "add" | "reprice" | "retitle" | "redraw" | "delete" | "delete_variants" | "bring_back" | "replace";
  /** Share of the products that change, 0 to 1. */
  readonly share: number;
  readonly seed: number;
}

export interface Payload {
  readonly mode: "insert" | "soft_replace";
  readonly lines: readonly Line[];
}

export const changes = (kinds?: readonly Change["kind"][]): fc.Arbitrary<Change> =>
  fc.record({
    kind: fc.constantFrom(...(kinds ?? ALL_KINDS)),
    share: fc.constantFrom(0.03, 0.2, 0.6),
    seed: fc.nat(1_000_000),
  });

export const ALL_KINDS: readonly Change["kind"][] = [
  "add",
  "reprice",
  "retitle",
  "redraw",
  "delete",
  "delete_variants",
  "bring_back",
  "replace",
];

/**
 * Returns the feed payload of a catalogue change, or undefined if the catalogue has no products that the change
 * affects.
 */
export function payloadOf({ kind, share, seed }: Change, shelf: Shelf): Payload | undefined {
  const random = seeded(`change ${kind} ${seed}`);
  const products = [...shelf].map(([id, variants]) => ({ id, active: activeVariants(variants), variants }));
  const sold = products.filter(({ active }) => active.length > 0);
  const some = <T>(list: readonly T[]): T[] => list.filter(() => random.chance(share));
  const added = () => drawCatalogue(`${seed} added`, Math.ceil(share * 10), shelf.size).map(insertLine);
  const altered = (alter: (data: VariantData) => VariantData) =>
    some(sold).flatMap(({ active }) => active.map((data) => insertLine(alter(data))));

  const lines = (): readonly Line[] => {
    switch (kind) {
      case "add":
        return added();
      case "reprice":
        return altered((data) => ({ ...data, price: random.integer(0, MAX_PRICE) }));
      case "retitle":
        return altered((data) => ({ ...data, title: drawTitle(random) }));
      case "redraw":
        return some(sold).flatMap(({ id }) => drawProduct(random, id).map(insertLine));
      case "delete":
        return some(sold).map(({ id }) => ({ operation: "delete", product_data: { product_identifier: id } }));
      case "delete_variants":
        return some(sold).flatMap(({ active }) => some(active).map(deleteLine));
      case "bring_back":
        return some(products).flatMap(({ variants }) => [...variants.values()].map(({ data }) => insertLine(data)));
      case "replace":
        return [
          ...sold
            .filter(() => !random.chance(share / 3))
            .flatMap(({ active }) => active.map((data) => insertLine(mostlyAsIs(random, data)))),
          ...added(),
        ];
    }
  };
  const payload = { mode: kind === "replace" ? "soft_replace" : "insert", lines: lines() } as const;
  return payload.lines.length === 0 ? undefined : payload;
}

const deleteLine = ({ product_identifier, variant_identifier }: VariantData): Line => ({
  operation: "delete",
  product_data: { product_identifier, variant_identifier },
});

const mostlyAsIs = (random: Random, data: VariantData): VariantData =>
  random.chance(0.1) ? { ...data, price: random.integer(0, MAX_PRICE), title: drawTitle(random) } : data;
