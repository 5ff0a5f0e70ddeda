/** A type of request that is measured alone or together with other types; one row of the report. */
export interface Row {
  readonly name: string;
  readonly kind: Kind;
  readonly heat: Heat;
  readonly shopper: Shopper;
  readonly target: Target;
}

export type Kind = "listing" | "search";

/** `hot`: drawn from a few hundred requests by Zipf's law; `cold`: never requested from this process before. */
export type Heat = "hot" | "cold";

/** Number of hot requests per type. The first requests in the list are hot and sorted by popularity. */
export const HOT = 500;

/** Shoppers without events, with a learned taste profile, or a mix of both. */
export type Shopper = "unseen" | "known" | "mixed";

/** Targets as multiples of the metrics of direct OpenSearch requests. */
export interface Target {
  readonly p50: number;
  readonly rate: number;
}

/** Share of cold (not repeated) requests among the mixed requests. */
export const ONE_OFF = 0.6;

const row = (kind: Kind, heat: Heat, shopper: Shopper, target: Target): Row => ({
  name: `${kind}, ${heat}: ${WHO[shopper]}`,
  kind,
  heat,
  shopper,
  target,
});

const WHO = { unseen: "unseen device", known: "known shopper", mixed: "mixed shoppers" };

/** Rows of the measurement with mixed requests, in print order. */
export const MIX: readonly Row[] = [
  row("listing", "hot", "unseen", { p50: 1, rate: 0.8 }),
  row("listing", "hot", "known", { p50: 1.6, rate: 0.5 }),
  row("listing", "cold", "unseen", { p50: 2.5, rate: 0.3 }),
  row("listing", "cold", "known", { p50: 3.5, rate: 0.2 }),
  row("search", "hot", "mixed", { p50: 1.5, rate: 0.5 }),
  row("search", "cold", "mixed", { p50: 4, rate: 0.22 }),
];

/** Numbers of products for which cold (not repeated) listings are also measured separately. */
export const SIZES = [150, 3_000, 10_000] as const;

export const SIZED: readonly Row[] = MIX.filter(({ kind, heat }) => kind === "listing" && heat === "cold");

/** Maximum duration of a service request, as a multiple of Searchkit's duration for the same request. */
export const BESIDE_SEARCHKIT: Readonly<Record<Kind, Readonly<Record<Heat, number>>>> = {
  listing: { hot: 1, cold: 1.3 },
  search: { hot: 1, cold: 1 },
};
