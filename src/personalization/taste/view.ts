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
    token: text("Identifier of the token. Corrections of the taste profile refer to the token by this identifier."),
    field: text("Name of the feed field, or `price` for the token that represents all viewed prices."),
    label: text("Display name of the token: the field value, or the range of viewed prices."),
    weight: share(
      "Share of the viewed products that the token accounts for. The products are weighted: the latest product has the weight ½, the product before it ¼, and so on.",
    ),
  },
  { $id: "TasteToken", description: "A field value that the shopper prefers, with its weight." },
);

const RECENT_PRODUCT = Type.Object(
  {
    product_identifier: Type.String(),
    last_event_at: time("Time when the product was last viewed, added to the cart or bought."),
    interest: share("Weight of the product: ½ for the latest product, ¼ for the product before it, and so on."),
  },
  { description: "A product that the shopper showed interest in." },
);

/** The response of `/v2/taste`. */
export const DEVICE_TASTE = Type.Object(
  {
    device_id: text("The requested device."),
    learned_until: nullable(
      time("Time of the latest event that is counted in the taste profile. null if no events are counted."),
    ),
    forgotten_at: nullable(time("Events up to this time were deleted. null if the taste profile was never deleted.")),
    tokens: list(TOKEN, { description: "Learned preferences of the shopper, highest weight first." }),
    muted: list(Type.String(), { description: "Muted tokens, which have no effect on results." }),
    recent_products: list(RECENT_PRODUCT, {
      description: "Products that the shopper has shown interest in, latest first.",
    }),
  },
  { $id: "Taste", description: "Taste profile of a device." },
);

export type DeviceTaste = Static<typeof DEVICE_TASTE>;
/** A taste document in readable form. */
export type TasteView = Omit<DeviceTaste, "device_id">;
type TokenView = Static<typeof TOKEN>;

/** Minimum weight of a token that is shown. Smaller weights round to 0. */
const LEAST = 0.001;

/**
 * @param document undefined if no taste is known
 * @param shows returns whether a field is visible (`price` for all prices); by default, all fields are visible
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
    // Hides price bands, which only serve to find similar products and do not rank products for a shopper.
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

/** Returns one token that represents the prices of all viewed products. Its label is the price range. */
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
