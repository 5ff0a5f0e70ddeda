import type { CartLine } from "./cart.js";
import { storage } from "./storage.js";

/** Cart stored in this browser. */
export interface Cart {
  lines(): readonly CartLine[];
  set(lines: readonly CartLine[]): void;
  /** Registers a listener for changes by this page and by other tabs. Returns a function that removes the listener. */
  onChange(listener: () => void): () => void;
}

const KEY = "shop.cart";

export function createCart(): Cart {
  const listeners = new Set<() => void>();
  const report = () => listeners.forEach((listener) => listener());
  addEventListener("storage", ({ key }) => {
    if (key === KEY) report();
  });
  return {
    lines: () => stored(),
    set(lines) {
      storage.write(KEY, JSON.stringify(lines));
      report();
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
