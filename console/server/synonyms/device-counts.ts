/** Key, with the number of distinct devices that were counted for the key. */
export interface DeviceCount {
  readonly key: string;
  readonly devices: number;
}

/**
 * Counts distinct devices per key. If there are too many keys, the half with the fewest devices is dropped (lossy
 * counting, Manku and Motwani 2002). A device with thousands of keys therefore only displaces keys with one device. A
 * dropped key restarts at zero, so no count is too high.
 */
export interface DeviceCounts {
  /**
   * Counts a device for a key. All keys of a device must be added before keys of the next device, because only the last
   * device per key is stored.
   */
  add(key: string, device: string): void;
  /** Returns the keys with at least `leastDevices` devices. The key with the most devices comes first. */
  of(leastDevices: number): DeviceCount[];
}

const MAX_KEYS = 50_000;

/**
 * Creates empty counts.
 * @param maxKeys maximum number of keys, which limits memory
 */
export function createDeviceCounts(maxKeys = MAX_KEYS): DeviceCounts {
  const counts = new Map<string, { devices: number; last: string }>();

  function dropHalf(): void {
    const ordered = [...counts].sort(([, one], [, other]) => one.devices - other.devices);
    for (const [key] of ordered.slice(0, Math.ceil(maxKeys / 2))) counts.delete(key);
  }

  return {
    add(key, device) {
      const known = counts.get(key);
      if (known === undefined && counts.size >= maxKeys) dropHalf();
      if (known?.last !== device) counts.set(key, { devices: (known?.devices ?? 0) + 1, last: device });
    },
    of: (leastDevices) =>
      [...counts]
        .filter(([, { devices }]) => devices >= leastDevices)
        .map(([key, { devices }]) => ({ key, devices }))
        .sort((a, b) => b.devices - a.devices || (a.key < b.key ? -1 : 1)),
  };
}
