import { Text } from "@mantine/core";
import type { Lift } from "../../server/experiments/statistics.js";
import { lift as inWords } from "../../parts/format-numbers.js";

const WIDTH = 160;
const HEIGHT = 20;

interface IntervalProps {
  readonly lift: Lift | null;
  /** Maximum lift on the scale that all intervals share, as a ratio (0.05 = 5 %). */
  readonly reach: number;
}

/** Drawing of a lift with its confidence interval on an axis centred at zero. */
export function Interval({ lift, reach }: IntervalProps) {
  if (lift === null) return <Text>–</Text>;
  const at = (value: number) => WIDTH / 2 + (Math.max(-reach, Math.min(reach, value)) / reach) * (WIDTH / 2 - 4);
  const name = `Difference: ${inWords(lift.lift)}. 95 % confidence interval: from ${inWords(lift.low)} to ${inWords(lift.high)}.`;
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={name}>
      <line
        x1={WIDTH / 2}
        x2={WIDTH / 2}
        y1={0}
        y2={HEIGHT}
        stroke="var(--mantine-color-gray-6)"
        strokeDasharray="2 2"
      />
      <line
        {...{ x1: at(lift.low), x2: at(lift.high), y1: HEIGHT / 2, y2: HEIGHT / 2 }}
        stroke="var(--mantine-primary-color-filled)"
        strokeWidth={3}
      />
      <circle cx={at(lift.lift)} cy={HEIGHT / 2} r={4} fill="var(--mantine-primary-color-filled)" />
    </svg>
  );
}

/**
 * Returns the maximum of a scale for a list of lifts, at least 5 % and at most 200 %. Larger lifts are clipped at the
 * edge.
 */
export const reachOf = (lifts: readonly (Lift | null)[]): number =>
  Math.min(2, Math.max(0.05, ...lifts.flatMap((one) => (one === null ? [] : [Math.abs(one.low), Math.abs(one.high)]))));
