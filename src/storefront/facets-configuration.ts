import Type from "typebox";
import { choice, closed, list, oneOf, toggle, type Of } from "../schema/typed.js";
import { DEFAULT_FACETS } from "./default-items.js";
import { KEY, label, FIELD } from "./fields-configuration.js";

const facetHead = {
  key: Type.String({ ...KEY, description: "Its name in requests and answers." }),
  label: Type.String({ ...label, description: "Its name for shoppers." }),
  field: Type.String({ ...FIELD, description: "The feed field whose values are counted." }),
  collapsed: toggle(false, "Whether the storefront shows it folded."),
  selection_mode: choice(["multi", "single"], {
    default: "multi",
    description: "Whether the storefront offers several values at a time. The service accepts several either way.",
  }),
};

const facetOrder = choice(["count", "value", "natural"], {
  default: "count",
  description: "By number of products (most first), by value, or by value with numbers in numeric order.",
});

const LIST_FACET = closed({
  ...facetHead,
  type: Type.Literal("list", { description: "One entry for each value." }),
  order: facetOrder,
  value_labels: Type.Optional(
    Type.Unsafe<Record<string, string>>({
      type: "object",
      maxProperties: 1000,
      additionalProperties: label,
      description: "Values with the text that shoppers see instead; `true` and `false` are yes and no in `language`.",
    }),
  ),
});

const TREE_FACET = closed({
  ...facetHead,
  field: Type.String({ ...facetHead.field, "x-published": { const: "categories" } }),
  type: Type.Literal("tree", {
    description: "Entries nested by their levels: of `categories`, whose values also stand for all above them.",
  }),
  order: facetOrder,
});

/** The type does not express that at least one bound is required; `anyOf` checks it. */
const RANGE = closed(
  {
    min: Type.Optional(Type.Number({ description: "Inclusive lower bound; open when left out." })),
    max: Type.Optional(
      Type.Number({
        description: "Upper bound, inclusive unless another range of the facet begins at it; open when left out.",
      }),
    ),
    label: Type.Optional(label),
  },
  {
    minProperties: 1,
    "x-published": {
      anyOf: ["min", "max"].map((bound) => ({ required: [bound], properties: { [bound]: { type: "number" } } })),
    },
  },
);

const RANGE_FACET = closed({
  ...facetHead,
  type: Type.Literal("range", { description: "One entry for each range of a numeric field." }),
  ranges: list(RANGE, {
    maxItems: 100,
    default: [],
    description: "Left out or empty: round ranges are proposed from the values found.",
  }),
});

const FACET = oneOf("type", [LIST_FACET, TREE_FACET, RANGE_FACET]);

export const FACETS = list(FACET, {
  maxItems: 200,
  default: DEFAULT_FACETS,
  description: "What shoppers narrow a listing by.",
});

export type Facet = Of<typeof FACET>;
export type ListFacet = Of<typeof LIST_FACET>;
export type TreeFacet = Of<typeof TREE_FACET>;
export type RangeFacet = Of<typeof RANGE_FACET>;
export type FacetRange = Of<typeof RANGE>;

/** Fields of list facets. Their values are names that shoppers use in queries. */
export const listedFields = (facets: readonly Facet[]): string[] =>
  facets.flatMap(({ type, field }) => {
    switch (type) {
      case "list":
        return [field];
      case "tree":
      case "range":
        return [];
    }
  });
