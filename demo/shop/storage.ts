/** Fallback for browsers without storage. It lasts as long as the page. */
const memory = new Map<string, string>();

/** Browser storage. Browsers that block cookies may deny access to it. */
export const storage = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return memory.get(key) ?? null;
    }
  },
  /** @param value `null` removes the entry */
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
