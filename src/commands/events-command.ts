import type { Engine } from "../engine/engine.js";
import { isAllowed } from "../http/cors.js";
import { getStorefront } from "../storefront/clients.js";
import type { Storefront } from "../storefront/client.js";
import { type EventReport, rejection, reportOf, taken } from "../tracking/event-report.js";
import type { ShopperEvent } from "../tracking/event.js";
import { decodePayload } from "../tracking/snowplow/decode.js";
import { columns, MEGABYTE, progressBar } from "./output.js";
import { CommandError, readTextFile } from "./command-error.js";
import type { ImportResult } from "../tracking/import-schema.js";
import { postEvents, type ServiceAccess, uploadOf } from "./service-client.js";

/** The result that one event would have, with further notes for those who set the tracker up. */
interface CheckedEvent extends EventReport {
  /** The event as it was decoded. */
  readonly event: ShopperEvent | null;
  readonly notes: readonly string[];
}

/**
 * Reports how the collector would treat the payload of a tracker; nothing is stored.
 * @param sent a file with the body of a POST, or the address of a GET, as a browser's network log has them
 * @throws CommandError when it is neither
 */
export async function checkEvents(engine: Engine, sent: string): Promise<CheckedEvent[]> {
  const storefronts = new Map<string, Storefront | undefined>();
  const checked: CheckedEvent[] = [];
  for (const payload of await payloadsIn(sent)) {
    const decoded = decodePayload(payload, CONTEXT);
    if (decoded.outcome !== "event") {
      checked.push({ ...reportOf(decoded), event: null, notes: [] });
      continue;
    }
    const { event } = decoded;
    const { client_id } = event;
    if (!storefronts.has(client_id)) storefronts.set(client_id, await getStorefront({ engine }, client_id));
    const storefront = storefronts.get(client_id);
    checked.push(
      storefront === undefined
        ? { ...rejection("unknown_client", event.type), event, notes: [] }
        : { ...taken(event), event, notes: notesOn(storefront, event) },
    );
  }
  return checked;
}

/**
 * Properties that a payload lacks: bots and anonymous requests are recognized by headers too, which are not given here.
 */
const CONTEXT = { collectedAt: Date.now(), anonymous: false, userAgent: null, newId: () => "new" };

async function payloadsIn(sent: string): Promise<readonly unknown[]> {
  if (/^https?:\/\//.test(sent)) return [Object.fromEntries(addressOf(sent).searchParams)];
  const text = await readTextFile(sent).catch((error: unknown) => {
    throw new CommandError(`${sent} cannot be read, and is no address that begins with http`, { cause: error });
  });
  if (/^\s*https?:\/\//.test(text)) return payloadsIn(text.trim());
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${sent} is neither JSON nor an address: ${(error as Error).message}`, { cause: error });
  }
  const { data = json } = (typeof json === "object" && json !== null ? json : {}) as { readonly data?: unknown };
  return Array.isArray(data) ? (data as unknown[]) : [data];
}

function addressOf(text: string): URL {
  if (URL.canParse(text)) return new URL(text);
  throw new CommandError("this is no valid address");
}

function notesOn(storefront: Storefront, { page_url, recommendation_id, event_id }: ShopperEvent): string[] {
  const origin = page_url !== null && URL.canParse(page_url) ? new URL(page_url).origin : null;
  return [
    ...(event_id === "new" ? ["it has no `eid`: sent again, it counts again"] : []),
    ...(origin === null || origin === "null" || isAllowed(storefront, origin)
      ? []
      : [
          `${origin} is no origin of ${storefront.client_id}: browsers keep the answer from the tracker, which sends again and again`,
        ]),
    ...(recommendation_id === null ? ["no recommendation_id: it cannot be traced to the answer that led to it"] : []),
  ];
}

export function checkLines(events: readonly CheckedEvent[]): string[] {
  if (events.length === 0) return ["There is no event in it."];
  const rows = columns(
    events.map(({ outcome, type, reason, message, event }, at) => [
      `${at + 1}`,
      type ?? "-",
      outcome,
      outcome === "taken" && event !== null
        ? `client ${event.client_id}, device ${event.device_id}${event.user_id === null ? "" : `, user ${event.user_id}`}`
        : `${reason === null ? "" : `${reason}: `}${message}`,
    ]),
  );
  return rows.flatMap((row, at) => [row, ...(events[at]?.notes ?? []).map((note) => `     note: ${note}`)]);
}

/** Sends a file of events and shows on standard error how far it is. */
export async function importEventFile(access: ServiceAccess, path: string): Promise<ImportResult> {
  const upload = await uploadOf(path);
  const bar = progressBar("Importing", upload.bytes);
  try {
    return await postEvents(access, upload, (sent) => {
      bar.update(sent / MEGABYTE);
    });
  } finally {
    bar.stop();
  }
}

const SHOWN = 10;

/** Formats the response of an import as lines for a person. */
export function importLines({ events, errors }: ImportResult): string[] {
  const counted = Object.entries(events).map(([name, count]) => `${number(count)} ${name}`);
  const lines = [`Events: ${counted.join(", ")}`];
  for (const { line, event_id, reason } of errors.slice(0, SHOWN)) {
    lines.push(`  line ${line}${event_id === null ? "" : ` (${event_id})`}: ${reason}`);
  }
  if (events.rejected > SHOWN) lines.push(`  … and ${number(events.rejected - SHOWN)} more`);
  return lines;
}

const number = (value: number) => value.toLocaleString("en-US");
