interface Memory<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** Memoizes a function by its argument, as long as the memory keeps the result: a weak map, or a map for few arguments. */
export const remembered =
  <K, V>(memory: Memory<K, V>, make: (key: K) => V) =>
  (key: K): V => {
    const known = memory.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    memory.set(key, made);
    return made;
  };
