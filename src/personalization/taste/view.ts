import Type, { type Static } from "typebox";
import { PRICE_BAND, readToken } from "../../catalog/taste-tokens.js";
import { SEES_ALL } from "../../filters/visible-fields.js";
import { list, nullable, text } from "../../schema/typed.js";
import type { TasteDocument } from "./document.js";
import { PRICE_TOKEN } from "./snapshot.js";
import { viewsOf, tokenWeights, type Look } from "./weights.js";

const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const time = (description: string) => Type.String({ format: "date-time", description });

const TOKEN = Type.Object(
  {
    token: text("As corrections name it."),
    field: text("The feed field; `price` of all prices."),
    label: text("For people: the value; of `price` what was looked at, from the lowest to the highest."),
    weight: share(
      "How much of what was looked at has it; what was looked at last counts ½, what was before half of that.",
    ),
  },
  { $id: "TasteToken", description: "Something the device's shopper seems to like." },
);

const RECENT_PRODUCT = Type.Object(
  {
    product_identifier: Type.String(),
    last_event_at: time("When it was last looked at, put into the cart or bought."),
    interest: share("½ for the latest, half of that for the one before it."),
  },
  { description: "A product in which there is an interest." },
);

/** The response of `/v2/taste`. */
export const DEVICE_TASTE = Type.Object(
  {
    device_id: text("As it was asked for."),
    learned_until: nullable(time("The latest event that taught something; null for none.")),
    forgotten_at: nullable(time("What happened until then has been forgotten; null where nobody asked for it.")),
    tokens: list(TOKEN, { description: "Strongest first." }),
    muted: list(Type.String(), { description: "Tokens that are not used, whatever is learnt." }),
    recent_products: list(RECENT_PRODUCT, { description: "Latest first." }),
  },
  { $id: "Taste", description: "What is known of a device." },
);

export type DeviceTaste = Static<typeof DEVICE_TASTE>;
/** A taste document in readable form. */
export type TasteView = Omit<DeviceTaste, "device_id">;
type TokenView = Static<typeof TOKEN>;

/** Weights below this round to 0 and are not shown. */
const LEAST = 0.001;

/**
 * @param document undefined if no taste is known
 * @param shows returns whether a field is visible (`price` for all prices); default: all
 */
export function viewTaste(document: TasteDocument | undefined, shows = SEES_ALL): TasteView {
  if (document === undefined) {
    return { learned_until: null, forgotten_at: null, tokens: [], muted: [], recent_products: [] };
  }
  const views = viewsOf([document]);
  const muted = new Set(document.muted);
  const tokens = [...tokenWeights(views)]
    .map(([token, weight]): TokenView => {
      const { field, value } = readToken(token);
      return { token, field, label: value, weight: rounded(weight) };
    })
    // Price bands only serve to find similar products. They do not rank products for a shopper.
    .filter(({ field }) => field !== PRICE_BAND);
  return {
    learned_until: document.as_of === 0 ? null : timestamp(document.as_of),
    forgotten_at: document.forgotten_at === null ? null : timestamp(document.forgotten_at),
    tokens: [...tokens, ...viewPrices(views)]
      .filter(({ token, field, weight }) => weight >= LEAST && !muted.has(token) && shows(field))
      .sort((a, b) => b.weight - a.weight || (a.token < b.token ? -1 : 1)),
    muted: document.muted,
    recent_products: views.map(({ id, at, weight }) => ({
      product_identifier: id,
      last_event_at: timestamp(at),
      interest: rounded(weight),
    })),
  };
}

/** Combines the prices of all viewed products into one token. */
function viewPrices(views: readonly Look[]): TokenView[] {
  const weighed = views.filter(({ log_price, weight }) => log_price !== undefined && weight >= LEAST);
  if (weighed.length === 0) return [];
  const logs = weighed.map(({ log_price = 0 }) => log_price);
  const weight = rounded(weighed.reduce((sum, look) => sum + look.weight, 0));
  const [least, most] = [Math.min(...logs), Math.max(...logs)].map((log) => short(2 ** log));
  const label = least === most ? String(least) : `${least}–${most}`;
  return [{ token: PRICE_TOKEN, field: readToken(PRICE_TOKEN).field, label, weight }];
}

const short = (price: number) => String(Number(price.toPrecision(3)));
const rounded = (weight: number) => Math.round(weight * 1_000) / 1_000;
const timestamp = (at: number) => new Date(at).toISOString();
