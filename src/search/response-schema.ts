import Type, { type Static } from "typebox";
import type { Json } from "../catalog/product-document.js";
import { choice, count, list, nullable, text } from "../schema/typed.js";
import { COMPONENTS } from "../schema/published.js";
import { MAX_CURSOR } from "./paging/cursor.js";
import { MAX_WORDS } from "./text/words.js";

/** A product in a response. The fields of the projection are at the same level as the identifiers. */
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
      description: "A product, represented by the variant that matches the request best.",
      additionalProperties: Type.Unknown({
        description: "Value of a projected field as sent in the feed. Absent if the variant has no value.",
      }),
    },
  ),
);

const WARNING = Type.Object(
  {
    code: choice(["unknown_field", "price_ignored"]),
    field: text("Field name in dot notation. `price` for the code `price_ignored`."),
    message: text("Effect of the problem on the response."),
  },
  {
    $id: "Warning",
    description:
      "Warning about a problem with the request. Either no product has a suitable value in a requested field, or the price limit in the query was ignored, because almost no product has a price.",
  },
);

const facetHead = {
  key: text("Key of the facet in requests."),
  label: text("Display name of the facet."),
  selection_mode: choice(["multi", "single"], {
    description:
      "Whether the storefront lets shoppers select several values. Requests may always select several values.",
  }),
  collapsed: Type.Boolean({ description: "Whether the storefront initially displays the facet collapsed." }),
};

const valueHead = {
  label: text("Display name of the facet value."),
  count: count("Number of matching products, given the filters and the selections in other facets."),
  selected: Type.Boolean(),
};
const aValue = { description: "A facet value or range with its number of products." };

const bounds = { min: Type.Optional(Type.Number()), max: Type.Optional(Type.Number()) };
const RANGE = Type.Object(bounds, {
  minProperties: 1,
  description:
    "Range with inclusive bounds. An absent bound is unlimited. If the next range starts at 50, `max` is 49.99999999999999, and `label` contains 50.",
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
      value: text("Full path of the facet value, for use in `facet_filters`."),
      label: text("Display name of the last level of the path."),
      count: count(
        "Number of products with this facet value or one of its descendants, given the filters and the selections in other facets.",
      ),
      selected: Type.Boolean({
        description: "Whether the request selects this facet value. Ancestors of a selected value are not selected.",
      }),
      children: list(Type.Unsafe<TreeValue>({ $ref: `${COMPONENTS}TreeFacetValue` }), {
        description: "Child values.",
      }),
    },
    { $id: "TreeFacetValue", description: "A value of a tree facet with its number of products and its child values." },
  ),
);

const LIST_FACET_RESULT = Type.Object(
  {
    ...facetHead,
    type: Type.Literal("list"),
    values: list(Type.Object({ value: Type.String(), ...valueHead }, aValue), {
      description: "Facet values. Always includes selected values.",
    }),
  },
  { $id: "ListFacet", description: "A facet that lists individual values." },
);

const TREE_FACET_RESULT = Type.Object(
  {
    ...facetHead,
    type: Type.Literal("tree"),
    values: list(TREE_VALUE, {
      description:
        "Top-level facet values. The number of values per parent is limited (`max_values`). Selected values and their ancestors are always included.",
    }),
  },
  {
    $id: "TreeFacet",
    description: "A facet that nests the values of a hierarchical field.",
  },
);

const RANGE_FACET_RESULT = Type.Object(
  {
    ...facetHead,
    type: Type.Literal("range"),
    values: list(Type.Object({ value: RANGE, ...valueHead }, aValue), {
      description: "Ranges of the facet. Always includes selected ranges.",
    }),
    min: nullable(
      Type.Number({
        description:
          "Lowest value of the facet's field among the matching products, given the filters and the selections in other facets. null if no matching product has a value.",
      }),
    ),
    max: nullable(
      Type.Number({
        description:
          "Highest value of the facet's field among the matching products, given the filters and the selections in other facets. null if no matching product has a value.",
      }),
    ),
  },
  { $id: "RangeFacet", description: "A facet that divides a numeric field into ranges." },
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
  { url: text("Target of the redirect: an absolute URL, or a path on the storefront.") },
  { description: "Redirect to a dedicated page for this query." },
);

const BANNER = Type.Object(
  {
    key: text("Key of the rule that shows the banner."),
    text: text("Plain text of the banner. If the banner has an image, use the text as alternative text of the image."),
    image: nullable(
      text(
        "Image URL (http or https), or path on the storefront. The service itself serves paths that begin with `/v1/images/`. null if the banner has no image.",
      ),
    ),
    url: nullable(text("Link target (http or https URL, or path on the storefront). null if the banner has no link.")),
  },
  { $id: "Banner", description: "Banner to display above the products." },
);

const PRICE = Type.Object(bounds, {
  description:
    'Price range parsed from `query` ("under 50", "between 20 and 60"). The results are limited to products in this range. The bounds are inclusive.',
});

export const DEGRADATIONS = ["taste", "user", "rules", "semantic", "stale"] as const;

export const degraded = <const V extends string>(reasons: readonly V[], description?: string) =>
  Type.Optional(
    list(choice(reasons, description === undefined ? {} : { description }), {
      description: "Reasons why the response is incomplete or outdated. Absent if the response is complete.",
    }),
  );

export const WARNINGS = Type.Optional(
  list(WARNING, {
    description:
      "Problems that do not cause the request to fail, such as unknown fields. Absent if there are no warnings.",
  }),
);

const SEARCH_META = Type.Object(
  {
    query_relaxed: Type.Optional(
      Type.Literal(true, {
        description:
          "Present if too few products match all words of `query`. The results include products that match some of the words or similar words.",
      }),
    ),
    all_words: Type.Optional(
      count("Number of products that match all words of `query`. Only present with `query_relaxed`."),
    ),
    semantic_search: Type.Optional(
      Type.Literal(true, {
        description: "Present if semantic search was used, because no product matches all words of `query`.",
      }),
    ),
    query_shortened: Type.Optional(
      Type.Literal(true, {
        description: `Present if the query is too long. Only the first ${MAX_WORDS} words were searched.`,
      }),
    ),
    suggestion: Type.Optional(
      text(
        "Corrected query. Present if products match all words of the correction, but no product matches all words of `query`.",
      ),
    ),
    price: Type.Optional(PRICE),
    redirect: Type.Optional(REDIRECTED),
    banners: Type.Optional(
      list(BANNER, { description: "Banners in display order, identical on all pages of a result." }),
    ),
    warnings: WARNINGS,
    degraded: degraded(
      DEGRADATIONS,
      "`taste`: the results are not personalized. `user`: the `user_id` has no valid signature and was ignored. `rules`: too many rules apply to the request, and the last ones were ignored. `semantic`: semantic search did not finish in time. `stale`: the engine did not respond in time, and an earlier result was returned, without a next page.",
    ),
  },
  { description: "Details about the search result, such as warnings and corrections. Usually empty." },
);

const anObject = Type.Unsafe<object>({ type: "object" });

/** Schema of `applied_filters`, present in every filtered response. */
export const appliedFilters = (facetFilters: object = {}) =>
  Type.Object(
    { filters: nullable(anObject), facet_filters: Type.Unsafe<object>({ ...anObject, ...facetFilters }) },
    { description: "Filters of the request, as received." },
  );

/** The response of `POST /v2/recommendations/search`. */
export const SEARCH_RESPONSE = Type.Object(
  {
    recommendation_id: Type.String({
      minLength: 1,
      maxLength: MAX_CURSOR,
      description:
        "Identifier of this page and cursor for the next page. Treat the value as opaque, except for the 24 characters before the first dot, which identify the response in events. If the value contains no dot, the whole value identifies the response.",
    }),
    expires_in: count(
      "Minimum number of seconds for which the cursor is valid. Each requested page extends the validity of all cursors of the result. Later pages extend the validity by a longer time. 0 if `limit` was 0.",
    ),
    pagination: Type.Object(
      {
        page: Type.Integer({ minimum: 1, description: "Requested page number. 1 for the first request." }),
        has_more: Type.Boolean({ description: "Whether there is another page." }),
        last_page: count("Number of the last page, given the current `total`. 0 if `limit` was 0."),
      },
      { description: "Page number and number of pages." },
    ),
    items: list(ITEM, { description: "Products in ranking order." }),
    count: count("Number of items in the response."),
    total: count("Exact number of matching products, counted again for each page."),
    facets: list(FACET_RESULT, { description: "Requested facets, in the order of the request." }),
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
