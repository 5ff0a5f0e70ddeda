/** One sort of requests that is measured, in the mix or by itself. */
export interface Row {
  readonly name: string;
  readonly kind: Kind;
  readonly heat: Heat;
  readonly shopper: Shopper;
  readonly target: Target;
}

export type Kind = "listing" | "search";

/** `hot`: drawn from a few hundred questions by Zipf's law; `cold`: one that nobody asked this process before. */
export type Heat = "hot" | "cold";

/** Questions of each kind that are asked again and again: the first ones, most popular first. */
export const HOT = 500;

/** Of whom nothing can be known, whose taste has been learnt, or one or the other. */
export type Shopper = "unseen" | "known" | "mixed";

/** As multiples of the same question to the raw engine. */
export interface Target {
  readonly p50: number;
  readonly rate: number;
}

/** Of all requests of the mix so many are cold. */
export const ONE_OFF = 0.6;

const row = (kind: Kind, heat: Heat, shopper: Shopper, target: Target): Row => ({
  name: `${kind}, ${heat}: ${WHO[shopper]}`,
  kind,
  heat,
  shopper,
  target,
});

const WHO = { unseen: "unseen device", known: "known shopper", mixed: "mixed shoppers" };

/** Requests of the mix, in the order in which they are printed. */
export const MIX: readonly Row[] = [
  row("listing", "hot", "unseen", { p50: 1, rate: 0.8 }),
  row("listing", "hot", "known", { p50: 1.6, rate: 0.5 }),
  row("listing", "cold", "unseen", { p50: 2.5, rate: 0.3 }),
  row("listing", "cold", "known", { p50: 3.5, rate: 0.2 }),
  row("search", "hot", "mixed", { p50: 1.5, rate: 0.5 }),
  row("search", "cold", "mixed", { p50: 4, rate: 0.22 }),
];

/** Sizes of cold listings that are measured by themselves, in products. */
export const SIZES = [150, 3_000, 10_000] as const;

export const SIZED: readonly Row[] = MIX.filter(({ kind, heat }) => kind === "listing" && heat === "cold");

/** At most so many times what Searchkit takes for the same request. */
export const BESIDE_SEARCHKIT: Readonly<Record<Kind, Readonly<Record<Heat, number>>>> = {
  listing: { hot: 1, cold: 1.3 },
  search: { hot: 1, cold: 1 },
};
