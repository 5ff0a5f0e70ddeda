/** How often something came, and from how many devices. */
export interface DeviceCount {
  readonly key: string;
  readonly times: number;
  readonly devices: number;
}

/**
 * Counts keys that come device by device. Where there are too many, those of the fewest devices go (lossy counting, Manku and Motwani
 * 2002): a device that makes up thousands drives out what one device stands behind, and never what many do. What has gone and comes
 * again begins at nothing, so no count is too high.
 */
export interface DeviceCounts {
  /** @param device never comes again once another one has come: then nothing need be kept of it */
  add(key: string, device: string): void;
  /** What at least so many devices stand behind, the most devices first. */
  of(leastDevices: number): DeviceCount[];
}

const MOST = 50_000;

/** @param most keys that are kept */
export function createDeviceCounts(most = MOST): DeviceCounts {
  const counts = new Map<string, { times: number; devices: number; last: string }>();

  function forgetHalf(): void {
    const ordered = [...counts].sort(([, one], [, other]) => one.devices - other.devices);
    for (const [key] of ordered.slice(0, Math.ceil(most / 2))) counts.delete(key);
  }

  return {
    add(key, device) {
      const known = counts.get(key);
      if (known === undefined) {
        if (counts.size >= most) forgetHalf();
        counts.set(key, { times: 1, devices: 1, last: device });
        return;
      }
      known.times += 1;
      if (known.last !== device) known.devices += 1;
      known.last = device;
    },
    of: (leastDevices) =>
      [...counts]
        .filter(([, { devices }]) => devices >= leastDevices)
        .map(([key, { times, devices }]) => ({ key, times, devices }))
        .sort((a, b) => b.devices - a.devices || b.times - a.times || (a.key < b.key ? -1 : 1)),
  };
}
