/** Payloads in the format of the Snowplow tracker protocol. */

const ECOMMERCE = "iglu:com.snowplowanalytics.snowplow.ecommerce";
const SNOWPLOW = "iglu:com.snowplowanalytics.snowplow";

export type Json = Readonly<Record<string, unknown>>;

export const entity = (name: string, data: Json) => ({ schema: `${ECOMMERCE}/${name}/jsonschema/1-0-0`, data });

export const described = (schema: string, data: unknown) => ({
  schema: `${SNOWPLOW}/unstruct_event/jsonschema/1-0-0`,
  data: { schema, data },
});

export const contexts = (...entities: readonly unknown[]) => ({
  schema: `${SNOWPLOW}/contexts/jsonschema/1-0-0`,
  data: entities,
});

export const action = (data: Json) => described(`${ECOMMERCE}/snowplow_ecommerce_action/jsonschema/1-0-2`, data);

export const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** One tracker payload with base64-encoded parts. */
export const payload = (event: Json, entities: readonly unknown[], fields: Json = {}): Json => ({
  e: "ue",
  eid: "11111111-1111-4111-8111-111111111111",
  aid: "shop",
  duid: "device",
  p: "web",
  ue_px: encoded(action(event)),
  ...(entities.length === 0 ? {} : { cx: encoded(contexts(...entities)) }),
  ...fields,
});

export const productView = (id: string, fields: Json = {}): Json =>
  payload({ type: "product_view" }, [entity("product", { id, price: 12.5, currency: "EUR" })], fields);

export const envelope = (...data: readonly unknown[]) => ({
  schema: `${SNOWPLOW}/payload_data/jsonschema/1-0-4`,
  data,
});
