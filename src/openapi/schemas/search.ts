import { publishedRequest } from "../../schema/published.js";
import type { JsonSchema } from "../../schema/validator.js";
import { MAX_CURSOR } from "../../search/cursor/cursor.js";
import type { FacetResult, FacetValue } from "../../search/facet-answer.js";
import type { TreeValue } from "../../search/facet-tree.js";
import type { NumberRange } from "../../search/facet-filters.js";
import { SEARCH_REQUEST_SCHEMA } from "../../search/request-schema.js";
import type { Degradation, SearchMeta, SearchResult } from "../../search/response.js";
import type { PriceWish } from "../../search/price-words.js";
import type { RedirectResult } from "../../search/redirect.js";
import { MAX_WORDS } from "../../search/text/words.js";
import type { Warning } from "../../search/warnings.js";
import { reference } from "../document.js";
import { count, list, objectSchema, text } from "./object-schema.js";

const item: JsonSchema = {
  type: "object",
  description: "A product, as the variant of it that fits the request best.",
  required: ["type", "product_identifier", "variant_identifier"],
  properties: {
    type: { type: "string", const: "product" },
    product_identifier: { type: "string" },
    variant_identifier: { type: "string" },
  },
  additionalProperties: {
    description: "A field of the projection as the feed has it; missing where the variant has no value.",
  },
};

const facetHead = {
  key: text("Names the facet in requests."),
  label: text("For shoppers."),
  selection_mode: {
    type: "string",
    enum: ["multi", "single"],
    description: "How many values the storefront offers at a time; requests may name several all the same.",
  },
  collapsed: { type: "boolean", description: "Whether the storefront shows the facet folded." },
} as const;

const valueOf = (value: JsonSchema) =>
  objectSchema<FacetValue<unknown>>("A value or range and its products.", {
    value,
    label: text("For shoppers."),
    count: count("Products that have it, under the filters and the selections in the other facets."),
    selected: { type: "boolean" },
  });

type ListFacetResult = Omit<FacetResult, "min" | "max">;
type TreeFacetResult = ListFacetResult;
type RangeFacetResult = Required<FacetResult>;

const bound = (description: string): JsonSchema => ({ type: ["number", "null"], description });

export const redirect = objectSchema<RedirectResult>("The storefront has a page for this query.", {
  url: text("An address, or a path of the storefront."),
});

const searchMeta = objectSchema<SearchMeta>(
  "What else there is to know; mostly empty.",
  {
    query_relaxed: {
      type: "boolean",
      const: true,
      description: "Too little has all the words of `query`: some of what follows has some of them, or similar ones.",
    },
    all_words: count("Beside `query_relaxed`: how many of the products have all the words."),
    query_shortened: {
      type: "boolean",
      const: true,
      description: `More was typed than is looked for: the first ${MAX_WORDS} words count.`,
    },
    suggestion: text(
      "What was probably meant, in words of the catalogue: no product has all words of `query`, and some have all of these.",
    ),
    price: objectSchema<PriceWish>(
      'The price that was read from `query` ("under 50"): products are filtered by it.',
      { min: { type: "number" }, max: { type: "number" } },
      ["min", "max"],
    ),
    redirect,
    warnings: list("What this catalogue cannot have been asked.", reference("schemas", "Warning")),
    degraded: list("What could not be had in time and was left out of the answer.", {
      type: "string",
      enum: ["taste", "user", "rules"] satisfies Degradation[],
      description:
        "`taste`: the order is the one that everybody gets. `user`: nothing vouches for the user_id. `rules`: there are too many for this request, and the last ones were left out.",
    }),
  },
  ["query_relaxed", "all_words", "query_shortened", "suggestion", "price", "redirect", "warnings", "degraded"],
);

export const SEARCH_SCHEMAS = {
  SearchRequest: publishedRequest(SEARCH_REQUEST_SCHEMA),
  Item: item,
  Warning: objectSchema<Warning>("A field that no product has.", {
    code: { type: "string", enum: ["unknown_field"] },
    field: text("Dotted name of the field."),
    message: text("What follows from it."),
  }),
  ListFacet: objectSchema<ListFacetResult>("A facet with an entry for each value.", {
    ...facetHead,
    type: { type: "string", const: "list" },
    values: list("Selected values are always there.", valueOf({ type: "string" })),
  }),
  TreeFacet: objectSchema<TreeFacetResult>(
    "A facet with an entry for each value of a hierarchical field, nested by its levels.",
    {
      ...facetHead,
      type: { type: "string", const: "tree" },
      values: list(
        "Those of the highest level, at most `max_values` of each parent. Selected values and what leads to them are always there.",
        reference("schemas", "TreeFacetValue"),
      ),
    },
  ),
  TreeFacetValue: objectSchema<TreeValue>("A value, its products and what is below it.", {
    value: text("The whole path, as `facet_filters` takes it."),
    label: text("Of its own level, for shoppers."),
    count: count(
      "Products that have it or a value below it, under the filters and the selections in the other facets.",
    ),
    selected: { type: "boolean", description: "Whether it was selected itself." },
    children: list("The values below it.", reference("schemas", "TreeFacetValue")),
  }),
  RangeFacet: objectSchema<RangeFacetResult>("A facet with an entry for each range of a number.", {
    ...facetHead,
    type: { type: "string", const: "range" },
    values: list(
      "Selected ranges are always there.",
      valueOf({
        ...objectSchema<NumberRange>(
          "Inclusive on both sides; a bound that is missing is open.",
          { min: { type: "number" }, max: { type: "number" } },
          ["min", "max"],
        ),
        minProperties: 1,
      }),
    ),
    min: bound("The smallest value there is under the other conditions; null when there is none."),
    max: bound("The greatest one."),
  }),
  Facet: {
    oneOf: [reference("schemas", "ListFacet"), reference("schemas", "TreeFacet"), reference("schemas", "RangeFacet")],
    discriminator: {
      propertyName: "type",
      mapping: {
        list: "#/components/schemas/ListFacet",
        tree: "#/components/schemas/TreeFacet",
        range: "#/components/schemas/RangeFacet",
      },
    },
  },
  SearchResponse: objectSchema<SearchResult>("A page of products.", {
    recommendation_id: {
      type: "string",
      minLength: 1,
      maxLength: MAX_CURSOR,
      description:
        "Names this page, also as the cursor of the next. Opaque. What stands before the dot, or all of it where there is none, is the short part that names the answer: 24 characters, and what events should report.",
    },
    expires_in: count(
      "Seconds that the cursor is good for at least, from when the answer arrives: every page prolongs the chain, and longer the deeper it is. 0 where there is no page to go on to because `limit` was 0.",
    ),
    pagination: objectSchema<SearchResult["pagination"]>("Where this page stands.", {
      page: { type: "integer", minimum: 1, description: "As it was asked for; 1 unless it was." },
      has_more: { type: "boolean", description: "Whether another page follows." },
      last_page: count("Of as many products as there were on the first page; 0 when `limit` was 0."),
    }),
    items: list("In order.", reference("schemas", "Item")),
    count: count("Items in this answer."),
    total: count("Products that match, exactly; all pages of a chain say what its first one counted."),
    facets: list("Those asked for, in the order asked for.", reference("schemas", "Facet")),
    applied_filters: objectSchema<SearchResult["applied_filters"]>("What was filtered by, as it came.", {
      filters: { type: ["object", "null"] },
      facet_filters: { type: "object" },
    }),
    meta: searchMeta,
  }),
} as const satisfies Readonly<Record<string, JsonSchema>>;
