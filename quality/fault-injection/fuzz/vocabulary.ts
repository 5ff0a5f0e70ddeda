import fc, { type Arbitrary } from "fast-check";
import { encoded, action, contexts, entity, productView } from "../../../test/support/tracker-payload.js";
import { damaged } from "./damage.js";
import { hostileText, hostileValue } from "./hostile.js";
import { REMEMBERED } from "./seen-values.js";

/**
 * Names and values in the catalogue of the fuzz test. Requests contain these names and values to pass the first
 * validation.
 */
export const PRODUCTS = Array.from({ length: 30 }, (_, number) => `product-${number}`);
export const COLORS = ["red", "green", "blue", ""] as const;
export const CATEGORIES = ["Shoes", "Shoes: Boots", "Shoes: Boots: High", "Bags"] as const;
export const DESIGNERS = ["ACME", "Müller & Söhne", "O'Neill"] as const;
const DEVICES = ["device-1", "device-2", "anonymous"] as const;
const FIELDS = ["price", "color", "categories", "designer", "attributes.size", "title", "product_identifier"] as const;
const SORTS = ["featured", "newest", "price_asc", "price_desc", "name_asc", "name_desc"] as const;

const value = fc.oneof(
  fc.integer({ min: -5, max: 500 }),
  fc.constantFrom<unknown>(...COLORS, ...CATEGORIES, ...DESIGNERS, ...PRODUCTS, true, false, null),
);

/** Values that can be compared with `$gt` and `$lt`. */
const bound = value.filter((one) => typeof one === "number" || (typeof one === "string" && one !== ""));

const operand = fc.oneof(
  value,
  fc.dictionary(fc.constantFrom("$eq", "$ne"), value, { minKeys: 1, maxKeys: 2 }),
  fc.dictionary(fc.constantFrom("$gt", "$gte", "$lt", "$lte"), bound, { minKeys: 1, maxKeys: 2 }),
  fc.dictionary(fc.constantFrom("$in", "$nin"), fc.array(value, { maxLength: 5 }), { minKeys: 1, maxKeys: 1 }),
  fc.record({ $exists: fc.boolean() }),
);

/** Filter expressions with fields and values of the catalogue. */
const { filter } = fc.letrec<{ filter: unknown; field: unknown; joined: unknown }>((tie) => ({
  field: fc.dictionary(fc.constantFrom(...FIELDS), operand, { maxKeys: 3 }),
  joined: fc.oneof(
    fc.dictionary(fc.constantFrom("$and", "$or"), fc.array(tie("filter"), { minLength: 1, maxLength: 3 }), {
      minKeys: 1,
      maxKeys: 1,
    }),
    fc.record({ $not: tie("filter") }),
  ),
  filter: fc.oneof({ maxDepth: 3 }, { weight: 4, arbitrary: tie("field") }, { weight: 1, arbitrary: tie("joined") }),
}));

const color = fc.constantFrom(...COLORS.filter((one) => one !== ""));
const facetFilters = fc.record(
  {
    color: fc.oneof(color, fc.array(color, { maxLength: 3 })),
    designer: fc.array(fc.constantFrom(...DESIGNERS), { maxLength: 2 }),
    price: fc.dictionary(fc.constantFrom("min", "max"), fc.integer(), { minKeys: 1 }),
  },
  { requiredKeys: [] },
);

const words = fc.constantFrom("thing", "red boots", "müller", "thign 7", "boots under 50", "schuhe größe 42", "b", "");

/** A tracker payload, sometimes with errors in the envelope or in the encoded parts. */
function trackerPayload(clientId: string): Arbitrary<unknown> {
  const fields = fc.record({
    aid: fc.oneof({ weight: 9, arbitrary: fc.constant(clientId) }, { weight: 1, arbitrary: fc.constant("nobody") }),
    eid: fc.oneof(fc.uuid(), hostileText),
    duid: fc.constantFrom(...DEVICES),
  });
  const inner = fc
    .tuple(
      fc.constantFrom("product_view", "add_to_cart", "transaction", "refund", "list_view", "nonsense"),
      hostileValue,
    )
    .map(([type, wrong]) => ({
      ue_px: encoded(action({ type, value: wrong, total_value: wrong })),
      cx: encoded(contexts(entity("product", { id: "product-1", price: wrong }), entity("user", { id: wrong }), wrong)),
    }));
  const fine = fc.tuple(fc.constantFrom(...PRODUCTS), fields).map(([id, given]) => productView(id, given));
  return fc.oneof(
    { weight: 3, arbitrary: fine },
    { weight: 2, arbitrary: fc.tuple(fine, inner).map(([payload, wrong]) => ({ ...payload, ...wrong })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fine, fc.nat(), fc.constantFrom("replace", "remove", "add"), hostileValue)
        .map(([payload, where, how, other]) => damaged(payload, { where, how, value: other })),
    },
    { weight: 1, arbitrary: hostileValue },
  );
}

export interface Vocabulary {
  /** Meaningful values for some properties and parameters, by name. */
  readonly of: (name: string) => Arbitrary<unknown> | undefined;
  readonly trackerPayload: Arbitrary<unknown>;
}

export function vocabularyOf(clientId: string): Vocabulary {
  const payload = trackerPayload(clientId);
  const known: Readonly<Record<string, Arbitrary<unknown>>> = {
    filters: filter,
    facet_filters: facetFilters,
    sort: fc.constantFrom(...SORTS).map((key) => [key]),
    query: words,
    keys: fc.subarray(["*", "color", "designer", "price", "categories"]),
    projection: fc.subarray(["name", "price", "images", "designer", "categories", "attributes.size"]),
    product_identifier: fc.constantFrom(...PRODUCTS),
    product_identifiers: fc.array(fc.constantFrom(...PRODUCTS), { minLength: 1, maxLength: 3 }),
    device_id: fc.constantFrom(...DEVICES),
    service_api_client: fc.constant(clientId),
    cursor: fc.nat({ max: 50 }).map(REMEMBERED.cursor),
    recommendation_id: fc.nat({ max: 50 }).map(REMEMBERED.cursor),
    id: fc.constantFrom(...PRODUCTS),
    "{id}": fc.nat({ max: 50 }).map(REMEMBERED.ingestion),
    categories: fc.subarray([...CATEGORIES]),
    color: fc.constantFrom(...COLORS),
    designer: fc.constantFrom(...DESIGNERS),
    occurred_at: fc.integer({ min: 0, max: 120 }).map((minutes) => Date.now() - minutes * 60_000),
    data: fc.array(payload, { maxLength: 4 }),
  };
  return { of: (name) => (Object.hasOwn(known, name) ? known[name] : undefined), trackerPayload: payload };
}
