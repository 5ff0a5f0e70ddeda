/** One row measured beside the raw engine: who sends which request. */
export interface Row {
  readonly name: string;
  readonly asks: "engine" | "service" | "floor";
  readonly kind: Kind;
  readonly heat: Heat;
  readonly shopper: Shopper;
  readonly target?: Target;
}

export type Kind = "listing" | "search";

/** `hot`: drawn from a few hundred questions by Zipf's law; `cold`: one that nobody asked this process before. */
export type Heat = "hot" | "cold";

/** Questions of each kind that are asked again and again: the first ones, most popular first. */
export const HOT = 500;

/** Without consent, of whom nothing can be known, or whose taste has been learnt. */
export type Shopper = "anonymous" | "unseen" | "known";

/** As multiples of the same question to the raw engine; the processor time of Node in milliseconds. */
export interface Target {
  readonly p50: number;
  readonly rate: number;
  readonly node: number;
}

const raw = (kind: Kind, heat: Heat): Row => ({
  ...{ name: `raw ${kind}, ${heat}`, asks: "engine", kind, heat, shopper: "anonymous" },
});

const service = (kind: Kind, heat: Heat, shopper: Shopper, target: Target): Row => ({
  ...{ name: `${kind}, ${heat}: ${WHO[shopper]}`, asks: "service", kind, heat, shopper, target },
});

const WHO = { anonymous: "no consent", unseen: "unseen device", known: "known shopper" };

/** In the order in which they take turns and are printed. */
export const ROWS: readonly Row[] = [
  raw("listing", "hot"),
  { name: "the floor: key check, same bytes", asks: "floor", kind: "listing", heat: "hot", shopper: "unseen" },
  service("listing", "hot", "anonymous", { p50: 0.7, rate: 1, node: 0.7 }),
  service("listing", "hot", "unseen", { p50: 1, rate: 0.8, node: 1.1 }),
  service("listing", "hot", "known", { p50: 1.3, rate: 0.6, node: 1.5 }),
  raw("listing", "cold"),
  service("listing", "cold", "unseen", { p50: 1.9, rate: 0.45, node: 1.6 }),
  service("listing", "cold", "known", { p50: 2.3, rate: 0.3, node: 2.2 }),
  raw("search", "hot"),
  service("search", "hot", "known", { p50: 1.3, rate: 0.6, node: 1.5 }),
  raw("search", "cold"),
  service("search", "cold", "known", { p50: 2.6, rate: 0.3, node: 2.2 }),
];
