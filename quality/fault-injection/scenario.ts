import type { TestBed } from "./test-bed.js";

/** A fault injection scenario: the injected faults and the checks afterwards. */
export interface Scenario {
  /** Name of the scenario for the option `--only`. */
  readonly name: string;
  /** Description of the scenario in one sentence. */
  readonly does: string;
  /**
   * Number of seconds during which new rounds of the scenario may start, in the full and the short form. `--short` and
   * CI run the short form, and skip scenarios without a short form.
   */
  readonly seconds: { readonly full: number; readonly short?: number };
  run(ground: TestBed): Promise<Check[]>;
}

/** A checked condition with its result. */
export interface Check {
  readonly name: string;
  readonly measured: string;
  readonly wanted: string;
  readonly ok: boolean;
}

export const exactly = (name: string, measured: number, wanted: number): Check => ({
  name,
  measured: metric(measured),
  wanted: metric(wanted),
  ok: measured === wanted,
});

export const atMost = (name: string, measured: number, bound: number, unit = ""): Check => ({
  name,
  measured: metric(measured, unit),
  wanted: `≤ ${metric(bound, unit)}`,
  ok: measured <= bound,
});

export const atLeast = (name: string, measured: number, bound: number, unit = ""): Check => ({
  name,
  measured: metric(measured, unit),
  wanted: `≥ ${metric(bound, unit)}`,
  ok: measured >= bound,
});

/** Measurement that is reported without a target. */
export const reported = (name: string, measured: string): Check => ({ name, measured, wanted: "", ok: true });

/** Check that a list is empty. A failed check reports the first entries. */
export function none(name: string, found: readonly string[]): Check {
  const shown = found.slice(0, SHOWN).join("; ");
  const more = found.length > SHOWN ? "; …" : "";
  const measured = found.length === 0 ? "none" : `${metric(found.length)}: ${shown}${more}`;
  return { name, measured, wanted: "none", ok: found.length === 0 };
}

const SHOWN = 3;

function metric(value: number, unit = ""): string {
  const number = value.toLocaleString("en", { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 });
  return unit === "" ? number : `${number} ${unit}`;
}
