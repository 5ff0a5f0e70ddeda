/** How often shoppers click at a place of a first page. */
export interface ClickCurve {
  /**
   * `clicks`: the shop's own click-through rates. `places`: no click is stored for these answers, so a place is worth its discount
   * in DCG, and only proportions mean anything.
   */
  readonly measure: "clicks" | "places";
  /** How many answers were looked at, and clicks on products of them. */
  readonly answers: number;
  readonly clicks: number;
  /** Of the first places, from 1: smoothed click-through rates. */
  readonly by_place: readonly PlaceRate[];
}

export interface PlaceRate {
  readonly place: number;
  /** Answers that showed a product there, and in how many of them it was clicked. */
  readonly shown: number;
  readonly clicked: number;
  /** Expected clicks of a product that is shown there once. */
  readonly rate: number;
}

export interface ShownAndClicked {
  readonly shown: readonly string[];
  /** Products that its shopper clicked. */
  readonly clicked: ReadonlySet<string>;
}

/** The discount of a place in DCG: Järvelin and Kekäläinen, "Cumulated gain-based evaluation of IR techniques", ACM TOIS 20(4), 2002. */
const discount = (place: number): number => 1 / Math.log2(place + 1);

/** As if so many more answers had been clicked as the discount says: few clicks at a place say little about it. */
export const PRIOR_ANSWERS = 50;

/** Click-through rates by place, each drawn to what the discount and all clicks together let expect there. */
export function clickCurve(answers: readonly ShownAndClicked[]): ClickCurve {
  const shown: number[] = [];
  const clicked: number[] = [];
  for (const answer of answers) {
    for (const [at, id] of answer.shown.entries()) {
      shown[at] = (shown[at] ?? 0) + 1;
      clicked[at] = (clicked[at] ?? 0) + (answer.clicked.has(id) ? 1 : 0);
    }
  }
  const clicks = sum(clicked);
  const scale = clicks / (sum(shown.map((count, at) => count * discount(at + 1))) || 1);
  const by_place = shown.map((count, at): PlaceRate => {
    const expected = (clicks === 0 ? 1 : scale) * discount(at + 1);
    const own = clicked[at] ?? 0;
    const rate = clicks === 0 ? expected : (own + PRIOR_ANSWERS * expected) / (count + PRIOR_ANSWERS);
    return { place: at + 1, shown: count, clicked: own, rate };
  });
  return { measure: clicks === 0 ? "places" : "clicks", answers: answers.length, clicks, by_place };
}

/** Expected clicks at a place, from 1; behind all that was shown those of the last place. */
export const rateAt = ({ by_place }: ClickCurve, place: number): number =>
  (by_place[place - 1] ?? by_place.at(-1))?.rate ?? discount(place);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
