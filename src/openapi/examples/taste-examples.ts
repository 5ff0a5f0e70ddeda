/** A device that viewed one product of the catalogue of `./ingestion-examples.ts`, and may correct its taste. */
export const TASTE_DEVICE = "7a0f6f0e-2f3c-4a4e-9f5e-3d3f5b1c9d20";

const NOTHING = {
  device_id: TASTE_DEVICE,
  learnt_until: null,
  forgotten_at: null,
  tokens: [],
  muted: [],
  recent_products: [],
};

const token = (field: string, value: string, weight: number, label = value) => ({
  token: `${field}=${value}`,
  field,
  label,
  weight,
});

export const TASTE_SHOWN = {
  ...NOTHING,
  learnt_until: "2026-05-01T12:00:00.000Z",
  tokens: [
    token("designer", "Marlow & Finch", 0.5),
    { token: "price=all", field: "price", label: "59.5", weight: 0.5 },
    token("categories", "Clothing: Shirts: Casual Shirts", 0.25),
    token("color", "Blue", 0.25),
    token("color", "White", 0.25),
    token("categories", "Clothing", 0.125),
    token("categories", "Clothing: Shirts", 0.125),
  ],
  recent_products: [{ product_identifier: "oxford-shirt", last_event_at: "2026-05-01T12:00:00.000Z", interest: 0.5 }],
};

export const TASTE_CORRECTION = { mute: ["designer=Marlow & Finch"], remove_products: ["oxford-shirt"] };

export const TASTE_CORRECTED = { ...NOTHING, muted: TASTE_CORRECTION.mute };

export const TASTE_FORGOTTEN = { ...NOTHING, forgotten_at: "2026-05-01T12:05:00.000Z" };
