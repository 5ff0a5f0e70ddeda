import { type Lift, liftOf, meanOf, rateOf, type Sample, sampleRatio, type SampleRatio } from "./statistics.js";
import type { Tally, TwoSides } from "./tally.js";
import { verdictOf, type Verdict } from "./verdict.js";

export type MetricKey = "clicks" | "carts" | "orders" | "revenue";

export interface Side {
  readonly name: string;
  readonly devices: number;
  readonly orders: number;
  readonly revenue: number;
}

export interface Metric {
  readonly key: MetricKey;
  readonly label: string;
  /** Number of devices that converted; `null` for the metric "revenue". */
  readonly devices: readonly [one: number, other: number] | null;
  /** Values of the metric on the two sides: conversion rates or revenue per device. */
  readonly values: readonly [one: number, other: number];
  /** Lift of the metric; `null` if there is not enough data. */
  readonly lift: Lift | null;
  readonly verdict: Verdict;
}

export interface Comparison {
  readonly one: Side;
  readonly other: Side;
  /**
   * Number of devices that were exposed to both sides of the comparison. These devices are excluded from the
   * comparison.
   */
  readonly in_both: number;
  readonly ratio: SampleRatio;
  /** Currency of the revenue; `null` if the currency is unknown or the orders have several currencies. */
  readonly currency: string | null;
  readonly metrics: readonly Metric[];
  /** Numbers of new devices per day (UTC, "2026-11-23"). */
  readonly days: readonly { readonly day: string; readonly one: number; readonly other: number }[];
}

export interface Compared {
  readonly names: readonly [one: string, other: string];
  /** Planned share of the compared devices that are on the side `other`. */
  readonly split: number;
  /** Whether the planned duration of the comparison has ended. */
  readonly is_due: boolean;
  /** Currency of orders that were reported without a currency. */
  readonly currency: string | null;
}

const SHARES = [
  { key: "clicks", label: "Click rate", of: "list_click" },
  { key: "carts", label: "Add-to-cart rate", of: "add_to_cart" },
  { key: "orders", label: "Conversion", of: "transaction" },
] as const;

/** Compares arm `other` with arm `one`, the baseline. */
export function compare(sides: TwoSides, { names, split, is_due, currency }: Compared): Comparison {
  const { one, other, in_both } = sides;
  const ratio = sampleRatio(one.devices, other.devices, split);
  const judged = ([first, second]: readonly [Sample, Sample]) => {
    const lift = liftOf(first, second, split);
    const verdict = verdictOf(lift, Math.min(one.devices, other.devices), { is_due, is_off: ratio.is_off });
    const values = [first.mean, second.mean] as const;
    return { values, lift, verdict };
  };
  const days = [...new Set([...one.by_day.keys(), ...other.by_day.keys()])].sort();
  return {
    one: sideOf(names[0], one),
    other: sideOf(names[1], other),
    in_both,
    ratio,
    currency: currencyOf(new Set([...one.currencies, ...other.currencies].map((own) => own ?? currency)), currency),
    metrics: [
      ...SHARES.map(({ key, label, of }) => {
        const devices = [one.converted[of], other.converted[of]] as const;
        const samples = [rateOf(one.devices, devices[0]), rateOf(other.devices, devices[1])] as const;
        return { key, label, devices, ...judged(samples) };
      }),
      {
        key: "revenue" as const,
        label: "Revenue per device",
        devices: null,
        ...judged([revenueOf(one), revenueOf(other)]),
      },
    ],
    days: days.map((day) => ({ day, one: one.by_day.get(day) ?? 0, other: other.by_day.get(day) ?? 0 })),
  };
}

/** Returns the currency of the orders. Without orders, returns `fallback`. For several currencies, returns `null`. */
function currencyOf(currencies: ReadonlySet<string | null>, fallback: string | null): string | null {
  const [first = fallback] = currencies;
  return currencies.size > 1 ? null : first;
}

const sideOf = (name: string, { devices, orders, revenue }: Tally): Side => ({ name, devices, orders, revenue });

const revenueOf = ({ devices, revenue, squares }: Tally) => meanOf(devices, revenue, squares);
