import Type from "typebox";
import { choice, closed, list, oneOf, toggle, type Of } from "../schema/typed.js";
import { DEFAULT_FACETS } from "./default-items.js";
import { KEY, label, FIELD } from "./fields-configuration.js";

const facetHead = {
  key: Type.String({ ...KEY, description: "Name of the facet in requests and responses." }),
  label: Type.String({ ...label, description: "Display name of the facet." }),
  field: Type.String({ ...FIELD, description: "The feed field with the facet values." }),
  collapsed: toggle(false, "Whether the storefront shows the facet collapsed."),
  selection_mode: choice(["multi", "single"], {
    default: "multi",
    description: "Whether shoppers can select several values at a time. Requests may always select several values.",
  }),
};

const facetOrder = choice(["count", "value", "natural"], {
  default: "count",
  description:
    "Order of the facet values: by product count or alphabetical. The `natural` order sorts clothing sizes by size and numbers numerically.",
});

const LIST_FACET = closed({
  ...facetHead,
  type: Type.Literal("list", { description: "One entry per value." }),
  order: facetOrder,
  value_labels: Type.Optional(
    Type.Unsafe<Record<string, string>>({
      type: "object",
      maxProperties: 1000,
      additionalProperties: label,
      description:
        "Labels of facet values. A value without a label is shown unchanged. The default labels of true and false are yes and no in the storefront's language.",
    }),
  ),
});

const TREE_FACET = closed({
  ...facetHead,
  field: Type.String({ ...facetHead.field, "x-published": { const: "categories" } }),
  type: Type.Literal("tree", {
    description: "A facet with nested values. Only for the field `categories`.",
  }),
  order: facetOrder,
});

/** Range with one or two bounds. `anyOf` checks that at least one bound is set. */
const RANGE = closed(
  {
    min: Type.Optional(Type.Number({ description: "Inclusive lower bound of the range. Omitted: no lower bound." })),
    max: Type.Optional(
      Type.Number({
        description:
          "Upper bound of the range, inclusive unless another range starts at this bound. Omitted: no upper bound.",
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
  type: Type.Literal("range", { description: "One entry per range of a number field." }),
  ranges: list(RANGE, {
    maxItems: 100,
    default: [],
    description: "Ranges of the facet. Empty: up to five ranges are derived from the catalogue.",
  }),
});

const FACET = oneOf("type", [LIST_FACET, TREE_FACET, RANGE_FACET]);

export const FACETS = list(FACET, {
  maxItems: 200,
  default: DEFAULT_FACETS,
  description: "Facets that narrow listings, in display order.",
});

export type Facet = Of<typeof FACET>;
export type ListFacet = Of<typeof LIST_FACET>;
export type TreeFacet = Of<typeof TREE_FACET>;
export type RangeFacet = Of<typeof RANGE_FACET>;
export type FacetRange = Of<typeof RANGE>;

/** Returns the fields of list facets, whose values shoppers use in queries. */
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
