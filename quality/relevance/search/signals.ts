/** A way of searching: settings that replace the storefront's, each as a whole. */
export interface Variation {
  readonly name: string;
  readonly configuration: Readonly<Record<string, unknown>>;
}

/** The settings of `search` that turn each signal off. */
const OFF = {
  phrase: 0,
  heads: 0,
  kinds: 0,
  brand: 0,
  all_words: 0,
  spelling: false,
  compounds: false,
  measures: false,
  general_synonyms: false,
  minimum_hits: 1,
} as const;

type Signal = keyof typeof OFF;

/** These have a part only where too little is found. */
const COMPLETING: ReadonlySet<Signal> = new Set<Signal>(["all_words", "spelling"]);

const SIGNALS = Object.keys(OFF) as Signal[];

/**
 * Each signal left out of the whole, and each added alone to matching words (what completes, to words completed where too
 * little has all).
 * @param configuration what the whole is, beside the defaults
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
