import { type Lift, liftOf, meanOf, rateOf, type Sample, sampleRatio, type SampleRatio } from "./statistics.js";
import type { Tally, TwoSides } from "./tally.js";
import { saysLift, verdictOf, type Verdict } from "./verdict.js";

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
  /** Devices that converted; `null` for revenue. */
  readonly devices: readonly [one: number, other: number] | null;
  /** Conversion rate, or revenue per device. */
  readonly values: readonly [one: number, other: number];
  /** `null` without enough data. */
  readonly lift: Lift | null;
  readonly verdict: Verdict;
  /** Result as a sentence. */
  readonly says: string;
}

export interface Comparison {
  readonly one: Side;
  readonly other: Side;
  /** Number of devices exposed to both sides, which are excluded. */
  readonly in_both: number;
  readonly ratio: SampleRatio;
  readonly metrics: readonly Metric[];
}

export interface Compared {
  readonly names: readonly [one: string, other: string];
  /** Start of sentences about the other side, such as "In B". */
  readonly where: string;
  /** Planned share of the other side. */
  readonly split: number;
  /** Whether the planned duration has ended. */
  readonly is_due: boolean;
}

const SHARES = [
  { key: "clicks", label: "Devices that click a product", of: "list_click", what: "devices that click a product" },
  { key: "carts", label: "Devices that fill a cart", of: "add_to_cart", what: "devices that fill a cart" },
  { key: "orders", label: "Devices that order", of: "transaction", what: "devices that order" },
] as const;

/** Compares the other side with the first one, the baseline. */
export function compare({ one, other, in_both }: TwoSides, { names, where, split, is_due }: Compared): Comparison {
  const ratio = sampleRatio(one.devices, other.devices, split);
  const judged = (samples: readonly [Sample, Sample], what: string, fewer: string) => {
    const [first, second] = samples;
    const lift = liftOf(first, second, split);
    const verdict = verdictOf(lift, Math.min(one.devices, other.devices), { is_due, is_off: ratio.is_off });
    const values = [first.mean, second.mean] as const;
    return { values, lift, verdict, says: saysLift(lift, verdict, { where, what, fewer }) };
  };
  return {
    one: sideOf(names[0], one),
    other: sideOf(names[1], other),
    in_both,
    ratio,
    metrics: [
      ...SHARES.map(({ key, label, of, what }) => {
        const devices = [one.converted[of], other.converted[of]] as const;
        const samples = [rateOf(one.devices, devices[0]), rateOf(other.devices, devices[1])] as const;
        return { key, label, devices, ...judged(samples, what, "fewer") };
      }),
      {
        key: "revenue" as const,
        label: "Revenue per device",
        devices: null,
        ...judged([revenueOf(one), revenueOf(other)], "revenue per device", "less"),
      },
    ],
  };
}

const sideOf = (name: string, { devices, orders, revenue }: Tally): Side => ({ name, devices, orders, revenue });

const revenueOf = ({ devices, revenue, squares }: Tally) => meanOf(devices, revenue, squares);
