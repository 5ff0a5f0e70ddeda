import { readGzip } from "../judgements.js";
import { basketsOf, type BasketRow, type BasketType } from "./basket.js";
import type { Dataset } from "./dataset.js";

export interface GoogleFiles {
  readonly catalog: string;
  readonly events: string;
}

const ADVICE = "set the paths with --catalog and --events, or use --data demo.";

/**
 * Checkouts and purchases of real shoppers in the Google Merchandise Store.
 * @param advice instructions for getting a missing file
 */
export async function googleMerchandise({ catalog, events }: GoogleFiles, advice = ADVICE): Promise<Dataset> {
  const [feed, csv] = await Promise.all([readGzip(catalog, advice), readGzip(events, advice)]);
  return {
    name: "Google Merchandise Store (real shoppers)",
    notes: [
      "begin_checkout is sent as add_to_cart, purchase as transaction; there are no product views",
      "user_id identifies a browser and is sent as the device",
    ],
    feed: feed.split("\n").filter((line) => line !== ""),
    configuration: {},
    depth: Infinity,
    baskets: basketsOf(parseEvents(csv)),
  };
}

const HEADER = "event_time,event_type,product_identifier,variant_identifier,user_id,session_id";

/**
 * Event type for each event type of the data set. A checkout becomes `add_to_cart`, because `checkout_step` events
 * contain no products.
 */
const TYPES: Readonly<Record<string, BasketType>> = { begin_checkout: "add_to_cart", purchase: "transaction" };

/**
 * Parses events; times are UTC.
 * @throws Error naming the line if a line is invalid
 */
export function parseEvents(csv: string): BasketRow[] {
  const [header, ...lines] = csv.split(/\r?\n/);
  if (header !== HEADER)
    throw new Error(`expected the event file to begin with the line ${HEADER}, got ${String(header)}`);
  return lines.flatMap((line, index) => (line === "" ? [] : [parseRow(line, index + 2)]));
}

function parseRow(line: string, number: number): BasketRow {
  const [time = "", type = "", product = "", named = "", shopper = "", session = "", ...more] = line.split(",");
  const at = Date.parse(`${time.replace(" ", "T")}Z`);
  const basketType = TYPES[type];
  if (Number.isNaN(at) || basketType === undefined || line.includes('"') || more.length > 0 || session === "") {
    throw new Error(`line ${number} of the event file does not have the columns ${HEADER}: ${line}`);
  }
  return { at, shopper, session, type: basketType, product, named };
}
