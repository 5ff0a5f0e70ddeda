import type { TestBed } from "./test-bed.js";

/** One way to hurt the service: what is done, and what must hold afterwards. */
export interface Scenario {
  /** For `--only`. */
  readonly name: string;
  /** In a sentence. */
  readonly does: string;
  /** For how long further rounds begin, in its full form and in its short one, where there is one: `--short` and `.ci/run` have it. */
  readonly seconds: { readonly full: number; readonly short?: number };
  run(ground: TestBed): Promise<Check[]>;
}

/** One thing that must hold. */
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

/** Nothing is wanted of it: it tells under what the rest was measured. */
export const reported = (name: string, measured: string): Check => ({ name, measured, wanted: "", ok: true });

/** Wants an empty list, and shows the first few of one that is not. */
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
