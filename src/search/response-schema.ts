import Type, { type Static } from "typebox";
import type { Json } from "../catalog/product-document.js";
import { choice, count, list, nullable, text } from "../schema/typed.js";
import { COMPONENTS } from "../schema/published.js";
import { MAX_CURSOR } from "./paging/cursor.js";
import { MAX_WORDS } from "./text/words.js";

/** A product in a response. Projected fields are siblings of the identifiers. */
export interface Item {
  readonly type: "product";
  readonly product_identifier: string;
  readonly variant_identifier: string;
  readonly [field: string]: Json;
}

export const ITEM = Type.Unsafe<Item>(
  Type.Object(
    { type: Type.Literal("product"), product_identifier: Type.String(), variant_identifier: Type.String() },
    {
      $id: "Item",
      description: "A product, as the variant of it that fits the request best.",
      additionalProperties: Type.Unknown({
        description: "A field of the projection as the feed has it; missing where the variant has no value.",
      }),
    },
  ),
);

const WARNING = Type.Object(
  {
    code: choice(["unknown_field", "price_ignored"]),
    field: text("Dotted name of the field; of a range, one that holds no numbers; of a price in `query`, `price`."),
    message: text("What follows from it."),
  },
  { $id: "Warning", description: "A field that no product has, or a price where hardly one has any." },
);

const facetHead = {
  key: text("Names the facet in requests."),
  label: text("For shoppers."),
  selection_mode: choice(["multi", "single"], {
    description: "How many values the storefront offers at a time; requests may name several all the same.",
  }),
  collapsed: Type.Boolean({ description: "Whether the storefront shows the facet folded." }),
};

const valueHead = {
  label: text("For shoppers."),
  count: count("Products that have it, under the filters and the selections in the other facets."),
  selected: Type.Boolean(),
};
const aValue = { description: "A value or range and its products." };

const bounds = { min: Type.Optional(Type.Number()), max: Type.Optional(Type.Number()) };
const RANGE = Type.Object(bounds, {
  minProperties: 1,
  description:
    "Inclusive on both sides; a bound that is missing is open. Where the next range begins at 50, this one ends at 49.99999999999999: `label` has the round number.",
});

/** A value of a hierarchical field with its child values. */
export interface TreeValue {
  readonly value: string;
  readonly label: string;
  readonly count: number;
  readonly selected: boolean;
  readonly children: readonly TreeValue[];
}

const TREE_VALUE = Type.Unsafe<TreeValue>(
  Type.Object(
    {
      value: text("The whole path, as `facet_filters` takes it."),
      label: text("Of its own level, for shoppers."),
      count: count(
        "Products that have it or a value below it, under the filters and the selections in the other facets.",
      ),
      selected: Type.Boolean({ description: "Whether it was selected itself." }),
      children: list(Type.Unsafe<TreeValue>({ $ref: `${COMPONENTS}TreeFacetValue` }), {
        description: "The values below it.",
      }),
    },
    { $id: "TreeFacetValue", description: "A value, its products and what is below it." },
  ),
);

const LIST_FACET_RESULT = Type.Object(
  {
    ...facetHead,
    type: Type.Literal("list"),
    values: list(Type.Object({ value: Type.String(), ...valueHead }, aValue), {
      description: "Selected values are always there.",
    }),
  },
  { $id: "ListFacet", description: "A facet with an entry for each value." },
);

const TREE_FACET_RESULT = Type.Object(
  {
    ...facetHead,
    type: Type.Literal("tree"),
    values: list(TREE_VALUE, {
      description:
        "Those of the highest level, at most `max_values` of each parent. Selected values and what leads to them are always there.",
    }),
  },
  {
    $id: "TreeFacet",
    description: "A facet with an entry for each value of a hierarchical field, nested by its levels.",
  },
);

const RANGE_FACET_RESULT = Type.Object(
  {
    ...facetHead,
    type: Type.Literal("range"),
    values: list(Type.Object({ value: RANGE, ...valueHead }, aValue), {
      description: "Selected ranges are always there.",
    }),
    min: nullable(
      Type.Number({ description: "The smallest value there is under the other conditions; null when there is none." }),
    ),
    max: nullable(Type.Number({ description: "The greatest one." })),
  },
  { $id: "RangeFacet", description: "A facet with an entry for each range of a number." },
);

export type FacetResult =
  Static<typeof LIST_FACET_RESULT> | Static<typeof TREE_FACET_RESULT> | Static<typeof RANGE_FACET_RESULT>;

const FACET_RESULT = Type.Unsafe<FacetResult>({
  $id: "Facet",
  oneOf: [LIST_FACET_RESULT, TREE_FACET_RESULT, RANGE_FACET_RESULT],
  discriminator: {
    propertyName: "type",
    mapping: {
      list: `${COMPONENTS}ListFacet`,
      tree: `${COMPONENTS}TreeFacet`,
      range: `${COMPONENTS}RangeFacet`,
    },
  },
});

/** Redirect to a dedicated page for the query. The response contains the search result as well. */
export const REDIRECTED = Type.Object(
  { url: text("An address, or a path of the storefront.") },
  { description: "The storefront has a page for this query." },
);

const BANNER = Type.Object(
  {
    key: text("The name of its rule."),
    text: text("Plain text, to be shown as such; with a picture, for whoever does not see it."),
    image: nullable(text("The picture's address, http or https, or a path of the storefront.")),
    url: nullable(text("Where it leads: the same; null: nowhere.")),
  },
  { $id: "Banner", description: "What merchandisers say above the products." },
);

const PRICE = Type.Object(bounds, {
  description:
    'The price that was read from `query` ("under 50", "between 20 and 60"): products are filtered by it, inclusive.',
});

export const DEGRADATIONS = ["taste", "user", "rules", "semantic", "stale"] as const;

export const degraded = <const V extends string>(reasons: readonly V[], description?: string) =>
  Type.Optional(
    list(choice(reasons, description === undefined ? {} : { description }), {
      description: "What could not be had in time and was left out of the answer.",
    }),
  );

export const WARNINGS = Type.Optional(list(WARNING, { description: "What this catalogue cannot have been asked." }));

const SEARCH_META = Type.Object(
  {
    query_relaxed: Type.Optional(
      Type.Literal(true, {
        description: "Too little has all the words of `query`: some of what follows has some of them, or similar ones.",
      }),
    ),
    all_words: Type.Optional(count("Beside `query_relaxed`: how many of the products have all the words.")),
    semantic_search: Type.Optional(
      Type.Literal(true, {
        description:
          "No product has all the words of `query`: products that are near it in meaning were looked for as well.",
      }),
    ),
    query_shortened: Type.Optional(
      Type.Literal(true, {
        description: `More was typed than is looked for: the first ${MAX_WORDS} words count.`,
      }),
    ),
    suggestion: Type.Optional(
      text(
        "What was probably meant, in words of the catalogue: no product has all words of `query`, and some have all of these.",
      ),
    ),
    price: Type.Optional(PRICE),
    redirect: Type.Optional(REDIRECTED),
    banners: Type.Optional(list(BANNER, { description: "In their order; the same on every page of a chain." })),
    warnings: WARNINGS,
    degraded: degraded(
      DEGRADATIONS,
      "`taste`: the order is the one that everybody gets. `user`: nothing vouches for the user_id. `rules`: there are too many for this request, and the last ones were left out. `semantic`: what is near the query in meaning could not be found in time. `stale`: the engine does not answer in time, and this is what was last known; there is no next page.",
    ),
  },
  { description: "What else there is to know; mostly empty." },
);

const anObject = Type.Unsafe<object>({ type: "object" });

/** Schema of `applied_filters`, present in every filtered response. */
export const appliedFilters = (facetFilters: object = {}) =>
  Type.Object(
    { filters: nullable(anObject), facet_filters: Type.Unsafe<object>({ ...anObject, ...facetFilters }) },
    { description: "What was filtered by, as it came." },
  );

/** The response of `POST /v2/recommendations/search`. */
export const SEARCH_RESPONSE = Type.Object(
  {
    recommendation_id: Type.String({
      minLength: 1,
      maxLength: MAX_CURSOR,
      description:
        "Names this page, also as the cursor of the next. Opaque. What stands before the dot, or all of it where there is none, is the short part that names the answer: 24 characters, and what events should report.",
    }),
    expires_in: count(
      "Seconds that the cursor is good for at least, from when the answer arrives: every page prolongs the chain, and longer the deeper it is. 0 where there is no page to go on to because `limit` was 0.",
    ),
    pagination: Type.Object(
      {
        page: Type.Integer({ minimum: 1, description: "As it was asked for; 1 unless it was." }),
        has_more: Type.Boolean({ description: "Whether another page follows." }),
        last_page: count("Number of the last page for the present `total`; 0 if `limit` was 0."),
      },
      { description: "Where this page stands." },
    ),
    items: list(ITEM, { description: "In order." }),
    count: count("Items in this answer."),
    total: count("Exact number of matching products, counted again for each page."),
    facets: list(FACET_RESULT, { description: "Those asked for, in the order asked for." }),
    applied_filters: appliedFilters(),
    meta: SEARCH_META,
  },
  { $id: "SearchResponse", description: "A page of products." },
);

export type SearchResult = Static<typeof SEARCH_RESPONSE>;
export type SearchMeta = Static<typeof SEARCH_META>;
export type Degradation = (typeof DEGRADATIONS)[number];
export type Warning = Static<typeof WARNING>;
export type BannerResult = Static<typeof BANNER>;
export type RedirectResult = Static<typeof REDIRECTED>;
/** The price range in a shopper's query, inclusive. */
export type PriceWish = Static<typeof PRICE>;
export type NumberRange = Static<typeof RANGE>;
