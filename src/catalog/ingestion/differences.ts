import Type, { type Static } from "typebox";
import { list, nullable, text } from "../../schema/typed.js";
import type { ProductSource, SourceVariant } from "../product-document.js";

const NAMED = {
  product_identifier: text("Identifier of the product."),
  title: nullable(text("Title of the first variant.")),
};
const NAMED_PRODUCT = Type.Object(NAMED);
const PRICE_CHANGE = Type.Object({
  ...NAMED,
  variant_identifier: text("Identifier of the variant."),
  before: Type.Number({ description: "Current `price`." }),
  after: Type.Number({ description: "`price` after the ingestion." }),
});

export const DIFFERENCES = Type.Object(
  {
    new: list(NAMED_PRODUCT, { description: "The first ten products that would become active." }),
    gone: list(NAMED_PRODUCT, { description: "The first ten products that would become inactive." }),
    prices: list(PRICE_CHANGE, { description: "The ten largest relative price changes." }),
  },
  { description: "Examples of changes; only for a dry run." },
);
export type Differences = Static<typeof DIFFERENCES>;

const SHOWN = 10;

/** Collects examples of changes during a dry run. Memory is bounded for any number of changes. */
export class DifferenceScan {
  readonly #new = new Map<string, Static<typeof NAMED_PRODUCT>>();
  readonly #gone = new Map<string, Static<typeof NAMED_PRODUCT>>();
  #prices: Static<typeof PRICE_CHANGE>[] = [];

  /**
   * Compares two states of a product. A product whose lines are not adjacent is observed several times; the last state counts.
   * @param before the live product or the result of the previous observation; undefined for a new product
   */
  observe(before: ProductSource | undefined, after: ProductSource): void {
    const id = after.product_identifier;
    const was = before?.active === true;
    const [own, opposite] = after.active ? [this.#new, this.#gone] : [this.#gone, this.#new];
    const isBack = opposite.delete(id);
    const isMore = was !== after.active && !isBack && own.size < SHOWN;
    if (isMore || own.has(id)) own.set(id, named(after));
    if (!this.#new.has(id)) this.#comparePrices(before, after);
  }

  get found(): Differences {
    return { new: [...this.#new.values()], gone: [...this.#gone.values()], prices: this.#prices };
  }

  #comparePrices(before: ProductSource | undefined, after: ProductSource): void {
    const id = after.product_identifier;
    const others = this.#prices.filter((one) => one.product_identifier !== id);
    const observed = this.#prices.filter((one) => one.product_identifier === id);
    const known = new Map(before?.source.map((variant) => [variant.variant_identifier, priceOf(variant)]));
    const changes = after.source.flatMap((variant) => {
      const { variant_identifier } = variant;
      const [was, price] = [known.get(variant_identifier), priceOf(variant)];
      const earlier = observed.find((one) => one.variant_identifier === variant_identifier);
      const old = earlier?.after === was ? earlier?.before : was;
      if (old === undefined || price === undefined || old === price) return [];
      return [{ ...named(after), variant_identifier, before: old, after: price }];
    });
    if (changes.length + observed.length === 0) return;
    this.#prices = [...others, ...changes].sort((a, b) => jump(b) - jump(a)).slice(0, SHOWN);
  }
}

const priceOf = ({ active, data }: SourceVariant): number | undefined =>
  active && typeof data["price"] === "number" ? data["price"] : undefined;

/** Returns the relative difference between two prices. If one price is 0, returns `Number.MAX_VALUE`. */
const jump = ({ before, after }: Static<typeof PRICE_CHANGE>): number =>
  Math.min(Number.MAX_VALUE, Math.abs(Math.log(after / before)));

function named({ product_identifier, source }: ProductSource): Static<typeof NAMED_PRODUCT> {
  const [title] = [source[0]?.data["title"]].flat();
  return { product_identifier, title: typeof title === "string" ? title.slice(0, 200).toWellFormed() : null };
}
