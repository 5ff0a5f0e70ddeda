import type { EventProduct } from "../event.js";
import { countIn, idIn, isFields, numberIn, textIn, type Fields } from "./fields.js";
import { selfDescribing } from "./self-describing.js";

const ECOMMERCE = "com.snowplowanalytics.snowplow.ecommerce";
export const ACTION = `${ECOMMERCE}/snowplow_ecommerce_action`;

/** Schemas of our own; `docs/events.md` describes them. */
export const EXPERIMENT_EXPOSURE = "vitrine/experiment_exposure";
const RECOMMENDATION = "vitrine/recommendation";

/** More products than the largest page has. */
export const MAX_PRODUCTS = 500;

/** The entities attached to an event, as far as they are supported. All others are ignored. */
export interface Entities {
  readonly products: readonly Fields[];
  readonly transaction: Fields | null;
  readonly refund: Fields | null;
  readonly checkoutStep: Fields | null;
  readonly user: Fields | null;
  readonly recommendation: Fields | null;
}

/** Sorts the data of a `contexts` document by schema; null when it is none. Of single entities the first counts. */
export function entitiesIn(contexts: unknown): Entities | null {
  const list = selfDescribing(contexts)?.data;
  if (!Array.isArray(list)) return null;
  const found = new Map<string, Fields[]>();
  for (const one of list as unknown[]) {
    const entity = selfDescribing(one);
    if (entity === undefined || !isFields(entity.data)) continue;
    const same = found.get(entity.schema);
    if (same === undefined) found.set(entity.schema, [entity.data]);
    else same.push(entity.data);
  }
  const first = (schema: string) => found.get(schema)?.[0] ?? null;
  return {
    products: found.get(`${ECOMMERCE}/product`) ?? [],
    transaction: first(`${ECOMMERCE}/transaction`),
    refund: first(`${ECOMMERCE}/refund`),
    checkoutStep: first(`${ECOMMERCE}/checkout_step`),
    user: first(`${ECOMMERCE}/user`),
    recommendation: first(RECOMMENDATION),
  };
}

export const NO_ENTITIES: Entities = {
  products: [],
  transaction: null,
  refund: null,
  checkoutStep: null,
  user: null,
  recommendation: null,
};

/** Undefined without a usable identifier; values of the wrong type elsewhere are as good as absent. */
export function eventProductOf(fields: Fields): EventProduct | undefined {
  const id = idIn(fields, "id");
  if (id === null || id === undefined) return undefined;
  return {
    id,
    price: numberIn(fields, "price"),
    quantity: countIn(fields, "quantity") ?? 1,
    position: countIn(fields, "position"),
    brand: textIn(fields, "brand"),
    category: textIn(fields, "category"),
  };
}
