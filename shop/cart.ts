import type { Product } from "./product.js";
import { storage } from "./storage.js";

/** So many of one variant in one size. What it looked like and cost when it was put in stays with it. */
export interface CartLine {
  readonly product: Product;
  /** "" for what has no sizes. */
  readonly size: string;
  readonly quantity: number;
}

export const MOST_OF_ONE = 9;

/** The lines after `change` more (or fewer) of one thing; a line that comes to nothing is gone. */
export function changed(lines: readonly CartLine[], product: Product, size: string, change: number): CartLine[] {
  const isSame = (line: CartLine) => line.product.variant === product.variant && line.size === size;
  const before = lines.find(isSame)?.quantity ?? 0;
  const quantity = Math.min(MOST_OF_ONE, before + change);
  const after = { product, size, quantity };
  const all = before > 0 ? lines.map((line) => (isSame(line) ? after : line)) : [...lines, after];
  return all.filter((line) => line.quantity > 0);
}

export const totalOf = (lines: readonly CartLine[]): number =>
  lines.reduce((sum, { product, quantity }) => sum + (product.price ?? 0) * quantity, 0);

export const countOf = (lines: readonly CartLine[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** The cart of this browser. */
export interface Cart {
  lines(): readonly CartLine[];
  set(lines: readonly CartLine[]): void;
  /** @returns how to stop being told of changes, by this page and by others */
  onChange(listener: () => void): () => void;
}

const KEY = "shop.cart";

export function createCart(): Cart {
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());
  addEventListener("storage", ({ key }) => {
    if (key === KEY) tell();
  });
  return {
    lines: () => stored(),
    set(lines) {
      storage.write(KEY, JSON.stringify(lines));
      tell();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function stored(): readonly CartLine[] {
  try {
    const lines = JSON.parse(storage.read(KEY) ?? "[]") as unknown;
    return Array.isArray(lines) ? (lines as CartLine[]) : [];
  } catch {
    return [];
  }
}
