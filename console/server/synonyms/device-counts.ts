/** Key with the number of distinct devices. */
export interface DeviceCount {
  readonly key: string;
  readonly devices: number;
}

/**
 * Counts devices per key, device by device. When the limit is reached, the half with the fewest devices is dropped
 * (lossy counting, Manku and Motwani 2002). A single device with thousands of keys therefore displaces keys of single
 * devices only. A dropped key restarts at zero, so no count is too high.
 */
export interface DeviceCounts {
  /**
   * @param device must add all of its keys before the next device does, because only the last device per key is stored
   */
  add(key: string, device: string): void;
  /** Returns the keys with at least this number of devices, most devices first. */
  of(leastDevices: number): DeviceCount[];
}

const MAX_KEYS = 50_000;

/** @param maxKeys memory limit */
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
