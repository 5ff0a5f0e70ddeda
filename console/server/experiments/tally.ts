import { CONVERSIONS, type Conversion, type DeviceConversions } from "./conversions.js";

/** Totals of all devices on one side of a comparison, such as one arm of a test. */
export interface Tally {
  devices: number;
  /** Number of devices that converted after their first response on this side. */
  readonly converted: Record<Conversion, number>;
  orders: number;
  revenue: number;
  /** Sum of the squared revenue per device. */
  squares: number;
  /** Currencies of the orders; `null` for orders without a currency. */
  readonly currencies: Set<string | null>;
  /** UTC day ("2026-11-23") → number of devices whose first response was on this day. */
  readonly by_day: Map<string, number>;
}

/**
 * The two sides of a comparison. Devices that were exposed to both sides are excluded from the comparison and counted
 * in `in_both`.
 */
export interface TwoSides {
  readonly one: Tally;
  readonly other: Tally;
  in_both: number;
}

const emptyTally = (): Tally => ({
  devices: 0,
  orders: 0,
  revenue: 0,
  squares: 0,
  currencies: new Set(),
  converted: { list_click: 0, add_to_cart: 0, transaction: 0 },
  by_day: new Map(),
});

export const twoSides = (): TwoSides => ({ one: emptyTally(), other: emptyTally(), in_both: 0 });

/**
 * Adds one device to the totals of the sides.
 * @param one time of the device's first response on side `one`, milliseconds since 1970; `undefined` without a response
 */
export function countDevice(
  sides: TwoSides,
  one: number | undefined,
  other: number | undefined,
  did: DeviceConversions | undefined,
): void {
  if (one !== undefined && other !== undefined) sides.in_both += 1;
  else if (one !== undefined) addTo(sides.one, one, did);
  else if (other !== undefined) addTo(sides.other, other, did);
}

function addTo(tally: Tally, since: number, did: DeviceConversions | undefined): void {
  const day = new Date(since).toISOString().slice(0, 10);
  tally.devices += 1;
  tally.by_day.set(day, (tally.by_day.get(day) ?? 0) + 1);
  if (did === undefined) return;
  for (const conversion of CONVERSIONS) {
    if ((did.last.get(conversion) ?? -Infinity) >= since) tally.converted[conversion] += 1;
  }
  const orders = did.orders.filter(({ at }) => at >= since);
  const revenue = orders.reduce((sum, order) => sum + order.revenue, 0);
  for (const { currency } of orders) tally.currencies.add(currency);
  tally.orders += orders.length;
  tally.revenue += revenue;
  tally.squares += revenue ** 2;
}
