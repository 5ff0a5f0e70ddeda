import Type, { type Static } from "typebox";
import { PRICE_BAND, pricesOfBand, readToken } from "../../catalog/taste-tokens.js";
import { list, nullable, text } from "../../schema/typed.js";
import type { TasteRules } from "../../storefront/taste-configuration.js";
import { MEMORIES, type Memory, type TasteDocument } from "./document.js";
import { productWorths, tokenWeights } from "./weights.js";

const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const time = (description: string) => Type.String({ format: "date-time", description });

const TOKEN = Type.Object(
  {
    token: text("As corrections name it."),
    field: text("The feed field, or `price_band`."),
    label: text("For people: the value; of a price band its prices."),
    weight: share("How much it counts: the greatest of `memories`."),
    memories: Type.Object(
      {
        session: Type.Optional(share("Of right now.")),
        device: Type.Optional(share("Of late.")),
        user: Type.Optional(share("Of a logged-in shopper.")),
      },
      { description: "How much each memory has of it." },
    ),
  },
  { $id: "TasteToken", description: "Something the device's shopper seems to like." },
);

const RECENT_PRODUCT = Type.Object(
  {
    product_identifier: Type.String(),
    last_event_at: time("When it was last looked at, put into the cart or bought."),
    interest: share("How much interest there is."),
  },
  { description: "A product in which there is an interest." },
);

/** What `/v2/taste` answers. */
export const DEVICE_TASTE = Type.Object(
  {
    device_id: text("As it was asked for."),
    learnt_until: nullable(time("The latest event that taught something; null for none.")),
    forgotten_at: nullable(time("What happened until then has been forgotten; null where nobody asked for it.")),
    tokens: list(TOKEN, { description: "Strongest first." }),
    muted: list(Type.String(), { description: "Tokens that are not used, whatever is learnt." }),
    recent_products: list(RECENT_PRODUCT, { description: "Latest first." }),
  },
  { $id: "Taste", description: "What is known of a device." },
);

export type DeviceTaste = Static<typeof DEVICE_TASTE>;
/** A taste document as people read it. */
export type TasteView = Omit<DeviceTaste, "device_id">;
type TokenView = Static<typeof TOKEN>;

/** What rounds to nothing is not shown. */
const LEAST = 0.001;

/** @param document undefined where nothing is known @param now milliseconds since 1970 */
export function viewTaste(document: TasteDocument | undefined, { half_lives }: TasteRules, now: number): TasteView {
  if (document === undefined) {
    return { learnt_until: null, forgotten_at: null, tokens: [], muted: [], recent_products: [] };
  }
  const memories = MEMORIES[document.kind];
  const tokens = new Map<string, Partial<Record<Memory, number>>>();
  const interest = new Map<string, number>();
  for (const memory of memories) {
    for (const [token, weight] of tokenWeights(document, memory, now, half_lives)) {
      tokens.set(token, { ...tokens.get(token), [memory]: rounded(weight) });
    }
    for (const [id, worth] of productWorths(document, memory, now, half_lives)) {
      interest.set(id, Math.max(interest.get(id) ?? 0, rounded(worth / (1 + worth))));
    }
  }
  return {
    learnt_until: document.as_of === 0 ? null : timestamp(document.as_of),
    forgotten_at: document.forgotten_at === null ? null : timestamp(document.forgotten_at),
    tokens: [...tokens]
      .map(([token, weights]) => viewToken(token, weights))
      .filter(({ weight }) => weight >= LEAST)
      .sort((a, b) => b.weight - a.weight || (a.token < b.token ? -1 : 1)),
    muted: document.muted,
    recent_products: document.products.flatMap(({ id, at }) => {
      const own = interest.get(id) ?? 0;
      return own < LEAST ? [] : [{ product_identifier: id, last_event_at: timestamp(at), interest: own }];
    }),
  };
}

function viewToken(token: string, memories: TokenView["memories"]): TokenView {
  const { field, value } = readToken(token);
  return {
    token,
    field,
    label: field === PRICE_BAND ? labelOfBand(Number(value)) : value,
    weight: Math.max(...Object.values(memories)),
    memories,
  };
}

function labelOfBand(band: number): string {
  const { min, max } = pricesOfBand(band);
  return `${short(min)}–${short(max)}`;
}

const short = (price: number) => String(Number(price.toPrecision(3)));
const rounded = (weight: number) => Math.round(weight * 1_000) / 1_000;
const timestamp = (at: number) => new Date(at).toISOString();
