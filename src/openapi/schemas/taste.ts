import { publishedRequest } from "../../schema/published.js";
import type { JsonSchema } from "../../schema/validator.js";
import type { DeviceTaste } from "../../personalization/routes.js";
import { CORRECTION_SCHEMA } from "../../personalization/taste-requests.js";
import type { ProductView, TokenView } from "../../personalization/taste/view.js";
import { reference } from "../document.js";
import { list, objectSchema, text } from "./object-schema.js";

const time = (description: string, type: unknown = "string"): JsonSchema => ({
  type,
  format: "date-time",
  description,
});

const share = (description: string): JsonSchema => ({ type: "number", minimum: 0, maximum: 1, description });

export const TASTE_SCHEMAS = {
  TasteCorrection: publishedRequest(CORRECTION_SCHEMA),
  TasteToken: objectSchema<TokenView>("Something the device's shopper seems to like.", {
    token: text("As corrections name it."),
    field: text("The feed field; `price` of all prices."),
    label: text("For people: the value; of `price` what was looked at, from the lowest to the highest."),
    weight: share(
      "How much of what was looked at has it; what was looked at last counts ½, what was before half of that.",
    ),
  }),
  Taste: objectSchema<DeviceTaste>("What is known of a device.", {
    device_id: text("As it was asked for."),
    learnt_until: time("The latest event that taught something; null for none.", ["string", "null"]),
    forgotten_at: time("What happened until then has been forgotten; null where nobody asked for it.", [
      "string",
      "null",
    ]),
    tokens: list("Strongest first.", reference("schemas", "TasteToken")),
    muted: list("Tokens that are not used, whatever is learnt.", { type: "string" }),
    recent_products: list(
      "Latest first.",
      objectSchema<ProductView>("A product in which there is an interest.", {
        product_identifier: { type: "string" },
        last_event_at: time("When it was last looked at, put into the cart or bought."),
        interest: share("½ for the latest, half of that for the one before it."),
      }),
    ),
  }),
} as const satisfies Readonly<Record<string, JsonSchema>>;
