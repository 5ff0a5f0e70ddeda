import { readGzip } from "../judgements.js";
import { mostSpecific } from "../../../src/catalog/fields.js";

/** Catalogue and recorded events of a shop for electronics and general merchandise (REES46 data set). */
export interface Rees46 {
  readonly feed: readonly string[];
  readonly products: ReadonlyMap<string, Rees46Product>;
  /** Events, oldest first. */
  readonly events: readonly Rees46Event[];
}

export interface Rees46Product {
  readonly id: string;
  readonly brand: string;
  /** Most specific category of the product. */
  readonly category: string;
  readonly price: number;
}

export interface Rees46Event {
  /** Time of the event in milliseconds since 1970. */
  readonly at: number;
  readonly type: "view" | "cart" | "purchase";
  readonly product: string;
  readonly session: string;
}

export interface Rees46Files {
  readonly catalog: string;
  readonly events: string;
}

const ADVICE = "set the folder with --folder.";

export async function readRees46({ catalog, events }: Rees46Files): Promise<Rees46> {
  const [feed, csv] = await Promise.all([readGzip(catalog, ADVICE), readGzip(events, ADVICE)]);
  const lines = feed.split("\n").filter((line) => line !== "");
  const products = new Map(lines.map(readProduct).map((product) => [product.id, product]));
  return { feed: lines, products, events: readEvents(csv).filter(({ product }) => products.has(product)) };
}

function readProduct(line: string): Rees46Product {
  const { product_data } = JSON.parse(line) as {
    readonly product_data: {
      readonly product_identifier: string;
      readonly designer: string;
      readonly categories: readonly string[];
      readonly price: number;
    };
  };
  const { product_identifier: id, designer: brand, categories, price } = product_data;
  return { id, brand, category: mostSpecific(categories) ?? "", price };
}

const HEADER = "event_time,event_type,product_identifier,user_id,session_id";

function readEvents(csv: string): Rees46Event[] {
  const [header, ...lines] = csv.split("\n");
  if (header !== HEADER)
    throw new Error(`expected the event file to begin with the line ${HEADER}, got ${String(header)}`);
  return lines
    .filter((line) => line !== "")
    .map((line) => {
      const [time = "", type = "", product = "", , session = ""] = line.split(",");
      return { at: Date.parse(time), type: type as Rees46Event["type"], product, session };
    });
}
