/** Fallback for browsers that deny access to storage. The values are lost when the page is closed. */
const memory = new Map<string, string>();

/** Browser storage. Falls back to memory, because browsers that block cookies may deny access to the storage. */
export const storage = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return memory.get(key) ?? null;
    }
  },
  /** Stores a value under a key, or removes the key if the value is `null`. */
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
