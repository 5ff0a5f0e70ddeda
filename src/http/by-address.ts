/** Things in the order in which they came, counted by the address that they belong to. */
export interface ByAddress<T> {
  readonly size: number;
  /** Comes last, also when it was there already. An entry without an address counts in all and for none. */
  add(thing: T, address: string | undefined): void;
  delete(thing: T): void;
  /** The number of entries of one address; 0 for undefined. */
  countOf(address: string | undefined): number;
  /** The longest there first. May be changed while it is read. */
  all(): Iterable<T>;
  of(address: string | undefined): Iterable<T>;
  /** All of the address that has the most. */
  ofLargest(): Iterable<T>;
}

export function byAddress<T>(): ByAddress<T> {
  const addresses = new Map<T, string | undefined>();
  const groups = new Map<string | undefined, Set<T>>();

  function remove(thing: T): void {
    if (!addresses.has(thing)) return;
    const address = addresses.get(thing);
    addresses.delete(thing);
    const group = groups.get(address);
    group?.delete(thing);
    if (group?.size === 0) groups.delete(address);
  }

  return {
    get size() {
      return addresses.size;
    },
    add(thing, address) {
      remove(thing);
      addresses.set(thing, address);
      const group = groups.get(address);
      if (group === undefined) groups.set(address, new Set([thing]));
      else group.add(thing);
    },
    delete: remove,
    countOf: (address) => (address === undefined ? 0 : (groups.get(address)?.size ?? 0)),
    all: () => addresses.keys(),
    of: (address) => groups.get(address) ?? [],
    ofLargest() {
      let largest: ReadonlySet<T> = new Set();
      for (const group of groups.values()) if (group.size > largest.size) largest = group;
      return largest;
    },
  };
}
