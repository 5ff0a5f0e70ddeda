/** What a shopper's taste is made of and how fast it fades. */
export interface TasteRules {
  /** Feed fields of which products carry taste tokens ("designer=GUCCI"), each with how much it counts. */
  readonly fields: readonly TasteField[];
  /** The numeric feed field that says what products cost; null: prices say nothing about taste. Its weight is that of the same price. */
  readonly price: TasteField | null;
  readonly half_lives: HalfLives;
  readonly event_weights: EventWeights;
}

export interface TasteField {
  readonly field: string;
  /** Beside the others' weights; only the proportions matter. */
  readonly weight: number;
}

/** After so long, what was learnt counts half. What was looked at counts half with each look after it. */
export interface HalfLives {
  /** How long it is remembered that a product was shown. */
  readonly impression_hours: number;
}

/** How much interest in a product an event tells of. A removal from the cart takes back `cart`, a refund `purchase`. */
export interface EventWeights {
  readonly click: number;
  readonly view: number;
  readonly cart: number;
  readonly purchase: number;
}

/** How much each signal counts when products are ranked for a shopper. */
export interface RankingWeights {
  /** The most that taste adds in a listing: a product that matches everything ranks as if it were e^affinity times as popular. */
  readonly affinity: number;
  /** The most that taste adds to a text score (which is mostly between 5 and 50). */
  readonly text_affinity: number;
  /** The most that a signal moves a product, as a share of the window (a few pages) that is re-ranked. */
  readonly co_visitation: number;
  readonly fatigue: number;
  /** Only for requests with `context.category_diversification`. */
  readonly category_diversity: number;
}

export const DEFAULT_TASTE: TasteRules = {
  fields: [
    { field: "designer", weight: 1 },
    { field: "categories", weight: 3 },
    { field: "department", weight: 1 },
    { field: "color", weight: 0.4 },
  ],
  price: { field: "price", weight: 1 },
  half_lives: { impression_hours: 24 },
  event_weights: { click: 0.5, view: 1, cart: 3, purchase: 6 },
};

export const DEFAULT_RANKING: RankingWeights = {
  affinity: 25,
  text_affinity: 2,
  co_visitation: 0.2,
  fatigue: 0,
  category_diversity: 0.3,
};
