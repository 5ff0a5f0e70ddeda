import { MAX_LIST_VALUES } from "../../filters/filter-expression.js";
import type { Paths } from "../document-types.js";
import { SEARCHES } from "../examples/search-examples.js";
import { recommendationOperation } from "./private-operation.js";

const PATH = "/v2/recommendations/search";

const DESCRIPTION = `For category and collection pages, text search, and facets alone (\`limit\` 0).

**Filters** say which products are eligible. A condition is a value, null for "has no value", or an object of \`$eq\`, \`$ne\`,
\`$in\`, \`$nin\`, \`$gt\`, \`$gte\`, \`$lt\`, \`$lte\`, \`$exists\`, \`$not\`; conditions are joined by \`$and\`, \`$or\`, \`$not\`. Fields that stand side by
side all have to hold, in one and the same variant. In \`categories\` a category is matched by its own name and by that of any level above it;
\`category\` is the most specific one alone, \`name\` the title, and the storefront's aliases are what they are in projections.
A list holds at most ${MAX_LIST_VALUES} values. What is no number or no date where the field holds those is a
\`validation_error\`; text is compared with any value as text, \`$gt\` and the like by code point. A field that no product has is
one without a value, and \`meta.warnings\` names it. Text is compared composed (Unicode NFC) and without the blanks around it, and
returned as it was sent; \`product_identifier\` and \`variant_identifier\` are compared as they were sent.

**Facet filters** are what the shopper has selected, by facet key: a value or a list of values; for a range facet an object with
\`min\`, \`max\` or both (inclusive), or a list of such. Alternatives within a key, together across keys. A facet is counted
under the filters and the selections in all other facets. Of a tree every value takes its whole path ("Clothing: Knitwear").

**Sort** takes one of the storefront's keys; \`featured\` is the storefront's own ranking.

**Pages.** The first request has no \`pagination\`. Each later one has \`pagination.page\` and \`pagination.cursor\`, the
\`recommendation_id\` of the page before; \`query\`, \`limit\`, \`sort\`, \`filters\` and \`facet_filters\` stay as they were or are left
out, and what differs is a \`validation_error\`. In \`featured\` a cursor goes on to the products not shown yet, whatever number
the page is given; where the sort is by a field, \`pagination.page\` is that very page, also when pages are jumped over. The
same cursor and page give the same products again, without those that no longer match. \`has_more\` tells whether another page
follows; one past the end is empty.

A cursor is good for \`expires_in\` seconds, and every page prolongs its whole chain. After that, or when it is none that this
client was given, the answer is \`unknown_page\` with the reason \`expired\` or \`unknown\`, and the search starts again without
\`pagination\`.`;

export const SEARCH_PATHS: Paths = {
  [PATH]: {
    post: {
      operationId: "search",
      summary: "List or search products",
      description: DESCRIPTION,
      ...recommendationOperation({
        path: PATH,
        name: "Search",
        exchanges: SEARCHES,
        answer: "Products, in order.",
        errors: {
          validation_error: {
            message: "unknown field `projektion` in the body; did you mean `projection`?",
            context: { field: "projektion" },
          },
          unknown_page: (["expired", "unknown"] as const).map((reason) => ({
            message: "there is no such page any more; search again without pagination",
            context: { field: "pagination.cursor", reason },
          })),
        },
      }),
    },
  },
};
