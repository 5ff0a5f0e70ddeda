import {
  ANONYMOUS,
  type EventBase,
  type EventFields,
  type EventProduct,
  type EventType,
  isBot,
  type ShopperEvent,
  shopperEvent,
} from "./event.js";
import { impressionId } from "./shopper-id.js";
import { illFormedString } from "../lib/well-formed.js";
import { shown } from "../schema/validation-errors.js";
import { compileSchema } from "../schema/validator.js";
import { EVENT_LINE_SCHEMA, EVENT_TYPES, type EventLineBase, type EventLineProduct } from "./import-schema.js";
import { monthOf, monthsBefore } from "./month.js";
import { storedAddress } from "./snowplow/fields.js";

export type ParsedEventLine =
  | { readonly outcome: "event"; readonly event: ShopperEvent; readonly month: string }
  | { readonly outcome: "anonymous"; readonly type: EventType }
  | { readonly outcome: "rejected"; readonly event_id: string | null; readonly reason: string };

export interface LineContext {
  readonly clientId: string;
  /** Time at which the line was received, in milliseconds since 1970. */
  readonly receivedAt: number;
  /**
   * Number of months before the current month for which events are retained. Older events are not imported, because the retention would
   * delete them immediately.
   */
  readonly retentionMonths: number;
  readonly pageUrlParameters: readonly string[];
}

/** Maximum clock difference between servers, in milliseconds. */
const CLOCK_DIFFERENCE_MS = 60_000;

const check = compileSchema(EVENT_LINE_SCHEMA, { subject: "event", errors: "first" });

interface Line extends EventLineBase, Omit<EventFields, "products"> {
  readonly type: EventType;
  readonly product?: EventLineProduct;
  readonly products?: readonly EventLineProduct[];
}

/** Parses one line of an import of past events. Events may be as old as the retention period allows. */
export function parseEventLine(text: string, context: LineContext): ParsedEventLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { outcome: "rejected", event_id: null, reason: "not valid JSON" };
  }
  const reject = (reason: string): ParsedEventLine => ({ outcome: "rejected", event_id: idOf(value), reason });
  const type = (value as { type?: unknown } | null)?.type;
  // The type is checked first, because the error of a schema with alternatives would not name the invalid type.
  if (type !== undefined && !EVENT_TYPES.includes(type as EventType)) {
    return reject(`\`type\` must be one of ${EVENT_TYPES.join(", ")}, got ${shown(type)}`);
  }
  const [error] = check(value);
  if (error !== undefined) return reject(error.message);
  const illFormed = text.includes("\\u") ? illFormedString(value) : undefined;
  if (illFormed !== undefined) return reject(`\`${illFormed}\` contains a NUL character or a lone surrogate`);
  const line = value as Line;
  const at = typeof line.occurred_at === "number" ? line.occurred_at : timeIn(line.occurred_at);
  const month = monthIn(at);
  if (month === undefined) {
    return reject("`occurred_at` must be ISO 8601 with a time zone, or milliseconds since 1970");
  }
  if (at > context.receivedAt + CLOCK_DIFFERENCE_MS) return reject("`occurred_at` is in the future");
  const oldest = monthsBefore(monthOf(context.receivedAt), context.retentionMonths);
  if (month < oldest) return reject(`\`occurred_at\` is before ${oldest}, the start of the retention period`);
  if (line.device_id === ANONYMOUS) return { outcome: "anonymous", type: line.type };
  const products = (line.products ?? (line.product === undefined ? [] : [line.product])).map(productOf);
  const base = baseOf(line, Math.min(at, context.receivedAt), context);
  return { outcome: "event", event: shopperEvent(base, line.type, { ...line, products }), month };
}

function idOf(value: unknown): string | null {
  const id = (value as { event_id?: unknown } | null)?.event_id;
  return typeof id === "string" ? id.slice(0, 100).toWellFormed() : null;
}

/** Parses a time. The time zone is required, because the result would otherwise depend on the machine. */
const timeIn = (text: string): number =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;

function monthIn(at: number): string | undefined {
  return at >= 0 && at <= Date.UTC(9999, 0) ? monthOf(at) : undefined;
}

function baseOf(line: Line, occurred_at: number, { clientId, receivedAt, ...context }: LineContext): EventBase {
  return {
    event_id: line.event_id,
    client_id: clientId,
    device_id: line.device_id,
    user_id: line.user_id ?? null,
    session_id: line.session_id ?? null,
    occurred_at,
    received_at: receivedAt,
    page_url: storedAddress(line.page_url ?? null, context.pageUrlParameters),
    recommendation_id: line.recommendation_id ? impressionId(line.recommendation_id) : null,
    counts: !isBot(line.user_agent ?? null),
    source: "import",
  };
}

const productOf = (product: EventLineProduct): EventProduct => ({
  id: product.id,
  price: product.price ?? null,
  quantity: product.quantity ?? 1,
  position: product.position ?? null,
  brand: product.brand ?? null,
  category: product.category ?? null,
});
