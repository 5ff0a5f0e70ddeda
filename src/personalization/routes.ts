import { isDeepStrictEqual } from "node:util";
import type { Request, Response, Router } from "express";
import type { PublicGuards } from "../http/admission.js";
import type { Context } from "../context.js";
import { byDeadline } from "../engine/deadline.js";
import { EXAMPLE_DEVICE, parameter } from "../http/description/response-headers.js";
import { declare, handled, routerOf } from "../http/endpoint.js";
import { storefrontOf } from "../http/locals.js";
import { validationError } from "../errors.js";
import { validateBody } from "../http/validation.js";
import { readToken } from "../catalog/taste-tokens.js";
import type { Storefront } from "../storefront/client.js";
import { isVisibleField, type IsVisible } from "../filters/visible-fields.js";
import { ANONYMOUS } from "../tracking/event.js";
import type { Owner, TasteStore } from "./taste-store.js";
import { correct, CORRECTION, forget } from "./taste/correct.js";
import type { TasteDocument } from "./taste/document.js";
import { PRICE_TOKEN } from "./taste/snapshot.js";
import { DEVICE_TASTE, type DeviceTaste, viewTaste } from "./taste/view.js";

/** Example of the taste of a device without events. The other examples use a device that viewed one product. */
const NOTHING = {
  device_id: EXAMPLE_DEVICE,
  learned_until: null,
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
  learned_until: "2026-05-01T12:00:00.000Z",
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

const SHARED = {
  path: "/v2/taste",
  key: "public",
  tag: "Taste",
  parameters: [parameter("Device")],
  errors: {
    validation_error: {
      message:
        "the query parameter `device_id` is required exactly once, with 1 to 256 characters that are not all whitespace",
      context: { field: "device_id" },
    },
  },
} as const;

export const READ_TASTE = declare({
  operationId: "readTaste",
  method: "get",
  summary: "Retrieve the taste profile of a device",
  description:
    "Returns the preferences learned from events of this device. Data of a logged-in user is never returned. For an unknown device, all lists are empty.",
  ...SHARED,
  responses: { "200": { description: "The taste profile.", schema: DEVICE_TASTE, example: TASTE_SHOWN } },
});

export const CORRECT_TASTE = declare({
  operationId: "correctTaste",
  method: "patch",
  summary: "Correct the taste profile of a device",
  description:
    "Mutes or removes learned preferences. `mute` sets the weight of tokens to 0 until they are unmuted. `remove` deletes tokens that were learned so far. The correction applies from the next request on.",
  ...SHARED,
  json: { name: "TasteCorrection", schema: CORRECTION, example: TASTE_CORRECTION },
  responses: { "200": { description: "The corrected taste profile.", schema: DEVICE_TASTE, example: TASTE_CORRECTED } },
});

export const FORGET_TASTE = declare({
  operationId: "forgetTaste",
  method: "delete",
  summary: "Delete the taste profile of a device",
  description:
    "Deletes all learned preferences of the device, including corrections. Earlier events that arrive later are not learned either. The taste profile of a logged-in user is kept; the shop's server can erase it with `POST /v1/shoppers/erase`.",
  ...SHARED,
  responses: { "200": { description: "The empty taste profile.", schema: DEVICE_TASTE, example: TASTE_FORGOTTEN } },
});

/**
 * Routes that show, correct and erase the taste of one device. The taste of users is not accessible.
 * @param onForgotten called after the taste of a device is forgotten
 */
export function tasteRoutes(
  { now }: Context,
  store: TasteStore,
  { publicGuards: guards, body, admit }: PublicGuards,
  onForgotten: (clientId: string, deviceId: string) => void,
): Router {
  const parseCorrection = validateBody(CORRECTION);
  return routerOf(
    handled(READ_TASTE, ...guards, admit, async (req, res) => {
      await response(store, req, res);
    }),
    handled(CORRECT_TASTE, ...guards, body, admit, async (req, res) => {
      const correction = parseCorrection(req.body);
      await change(store, ownerOf(req, res), (before) => correct(before, correction));
      await response(store, req, res);
    }),
    handled(FORGET_TASTE, ...guards, admit, async (req, res) => {
      const owner = ownerOf(req, res);
      const at = now();
      await change(store, owner, (before) => forget(before, at));
      onForgotten(owner.client_id, owner.id);
      await response(store, req, res);
    }),
  );
}

const ownerOf = (req: Request, res: Response): Owner => ({
  client_id: storefrontOf(res).client_id,
  kind: "device",
  id: deviceIn(req.query),
});

async function response(store: TasteStore, req: Request, res: Response): Promise<void> {
  const owner = ownerOf(req, res);
  const [document] = owner.id === ANONYMOUS ? [] : await byDeadline(store.load([owner]));
  const taste: DeviceTaste = {
    device_id: owner.id,
    ...viewTaste(document, shownTaste(storefrontOf(res))),
  };
  // Prevent caching by proxies: the response is personal and changes with every click.
  res.set("Cache-Control", "no-store").json(taste);
}

/** Returns a predicate that hides taste learned from private fields. Prices are learned from the configured price field. */
function shownTaste({ configuration: { fields, taste } }: Storefront): IsVisible {
  const sees = isVisibleField(fields);
  return (field) => (field === PRICE ? sees(taste.price?.field ?? PRICE) : sees(field));
}

const PRICE = readToken(PRICE_TOKEN).field;

/**
 * Changes the taste of one device. The taste document is only written if it has changed. The id for anonymous shoppers is ignored, because
 * many shoppers share this id.
 */
async function change(store: TasteStore, owner: Owner, next: (before: TasteDocument) => TasteDocument): Promise<void> {
  if (owner.id === ANONYMOUS) return;
  const changed = store.change([owner], (_owner, before) => {
    const after = next(before);
    return isDeepStrictEqual(after, before) ? before : after;
  });
  await byDeadline(changed);
}

const MAX_ID_LENGTH = 256;

/**
 * Returns the device id in the parameters of a query string.
 * @throws {ServiceError} `validation_error` if the parameter is missing, repeated or invalid
 */
export function deviceIn(query: Readonly<Record<string, unknown>>): string {
  const { device_id: id } = query;
  if (typeof id === "string" && id.trim() !== "" && id.length <= MAX_ID_LENGTH && !id.includes("\0")) return id;
  throw validationError(
    "device_id",
    `the query parameter \`device_id\` is required exactly once, with 1 to ${MAX_ID_LENGTH} characters that are not all whitespace`,
  );
}
