import { setTimeout as delay } from "node:timers/promises";
import type { OwnEngine } from "../../test/support/shop-engine.js";
import type { Scenario, Check } from "./scenario.js";
import { createGround } from "./test-bed.js";

export interface RunOptions {
  /** Seed of the random choices, for reproduction. */
  readonly seed: string;
  readonly isShort: boolean;
  /** Overrides the duration of each scenario. */
  readonly seconds?: number | undefined;
  readonly node: OwnEngine;
  /** Aborts the scenario. */
  readonly signal?: AbortSignal;
  readonly report: (progress: string) => void;
}

/** Time limit after the scenario's duration, for pending work and final checks. */
const TO_FINISH_MS = { full: 300_000, short: 300_000 } as const;

/** Runs a scenario in its own test bed. An exception becomes a failed check. */
export async function runScenario(scenario: Scenario, options: RunOptions): Promise<Check[]> {
  const { node, isShort, report, signal } = options;
  const form = isShort ? "short" : "full";
  const seconds = options.seconds ?? scenario.seconds[form] ?? 0;
  let last = "the scenario had just started";
  const ground = await createGround({
    node,
    isShort,
    seconds,
    seed: `${options.seed} ${scenario.name}`,
    report(progress) {
      last = progress;
      report(progress);
    },
  });
  const over = new AbortController();
  const early = AbortSignal.any([over.signal, ...(signal === undefined ? [] : [signal])]);
  const late = delay(seconds * 1000 + TO_FINISH_MS[form], undefined, { signal: early }).then(() => {
    throw new Error(`it did not finish within ${seconds + TO_FINISH_MS[form] / 1000} s; last progress: ${last}`);
  });
  try {
    return await Promise.race([scenario.run(ground), late]);
  } catch (error) {
    const measured = error instanceof Error ? reasons(error) : String(error);
    return [{ name: "the scenario ran without an exception", measured, wanted: "no error", ok: false }];
  } finally {
    over.abort();
    await ground.close();
  }
}

function reasons({ message, cause }: Error): string {
  const own = message.split("\n", 8).join(" | ").slice(0, 600);
  return cause instanceof Error ? `${own} ← ${reasons(cause)}` : own;
}
