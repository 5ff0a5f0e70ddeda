/**
 * A search variation for comparison: a complete storefront configuration that is used instead of the evaluated
 * configuration.
 */
export interface Variation {
  readonly name: string;
  readonly configuration: Readonly<Record<string, unknown>>;
}

/** Values of the `search` settings that disable each ranking signal. */
const OFF = {
  phrase: 0,
  heads: 0,
  product_types: 0,
  brand: 0,
  all_words: 0,
  spelling: false,
  compounds: false,
  measures: false,
  general_synonyms: false,
  minimum_hits: 1,
} as const;

type Signal = keyof typeof OFF;

/** Signals that only apply to searches with too few results. */
const COMPLETING: ReadonlySet<Signal> = new Set<Signal>(["all_words", "spelling"]);

const SIGNALS = Object.keys(OFF) as Signal[];

/**
 * Returns search variations for an ablation study: one variation without each ranking signal, and one variation with
 * plain word matching and only that signal. Signals for searches with too few results are added to word matching with
 * partial matches.
 * @param configuration settings of all variations, in addition to the defaults
 */
export function ablations(configuration: Readonly<Record<string, unknown>>): Variation[] {
  const own = (configuration["search"] ?? {}) as Readonly<Record<string, unknown>>;
  const searching = (name: string, search: object): Variation => ({
    name,
    configuration: { ...configuration, search },
  });
  return [
    ...SIGNALS.map((signal) => searching(`without ${signal}`, { ...own, [signal]: OFF[signal] })),
    searching("words alone", { ...own, ...OFF }),
    ...SIGNALS.map((signal) => searching(`words and ${signal}`, { ...own, ...without(signal) })),
  ];
}

const without = (kept: Signal) =>
  Object.fromEntries(
    Object.entries(OFF).filter(([signal]) => signal !== kept && !(signal === "minimum_hits" && COMPLETING.has(kept))),
  );
