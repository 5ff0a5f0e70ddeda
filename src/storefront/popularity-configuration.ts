/** What makes products popular, and how long it lasts. */
export interface PopularityRules {
  /** After so many days an interest counts half, and so does a release. */
  readonly half_life_days: number;
  /** What being released is worth, in the units of `event_weights`: so much interest makes up for half a life of age. */
  readonly release: number;
  readonly event_weights: InterestWeights;
}

/** How much each kind of interest counts, once a visit and product. */
export interface InterestWeights {
  /** A look at the product's page, or a click on it in a list. */
  readonly view: number;
  /** Put into the cart. */
  readonly cart: number;
  readonly purchase: number;
}

export const DEFAULT_POPULARITY: PopularityRules = {
  half_life_days: 14,
  release: 10,
  event_weights: { view: 1, cart: 3, purchase: 6 },
};
