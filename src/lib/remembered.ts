interface Memory<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** Memoizes a function by its argument. The results are stored in a `WeakMap`, or in a `Map` if there are few distinct arguments. */
export const remembered =
  <K, V>(memory: Memory<K, V>, make: (key: K) => V) =>
  (key: K): V => {
    const known = memory.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    memory.set(key, made);
    return made;
  };
