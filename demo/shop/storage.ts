/** The replacement for storage in a browser that keeps nothing for this shop: it lasts as long as the page. */
const memory = new Map<string, string>();

/** The browser's storage; some refuse it to whoever blocks cookies. */
export const storage = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return memory.get(key) ?? null;
    }
  },
  /** @param value null removes it */
  write(key: string, value: string | null): void {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch {
      if (value === null) memory.delete(key);
      else memory.set(key, value);
    }
  },
};
