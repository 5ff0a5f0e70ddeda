import { SEARCHES } from "./search-examples.js";
import type { Explanation } from "../../search/explain/explanation.js";

/** A search in the catalogue of `./ingestion-examples.ts`, and why its page is as it is. */
export const EXPLAINED = {
  request: { ...SEARCHES.listing.request, projection: ["name", "price"] },
  response: {
    errors: null,
    meta: null,
    data: {
      total: 2,
      tier: "strict",
      personalized: false,
      degraded: [],
      rules: [],
      items: [
        {
          rank: 1,
          item: {
            type: "product",
            product_identifier: "oxford-shirt",
            variant_identifier: "oxford-shirt-white",
            name: "Oxford shirt",
            price: 79.5,
          },
          engine: {
            rank: 1,
            score: null,
            signals: [],
            sorted_by: [
              { by: "variants.data.price", value: 79.5 },
              { by: "product_identifier", value: "oxford-shirt" },
            ],
          },
          rerank: null,
          pinned: null,
        },
        {
          rank: 2,
          item: {
            type: "product",
            product_identifier: "linen-shirt",
            variant_identifier: "linen-shirt-white",
            name: "Linen shirt",
            price: 95,
          },
          engine: {
            rank: 2,
            score: null,
            signals: [],
            sorted_by: [
              { by: "variants.data.price", value: 95 },
              { by: "product_identifier", value: "linen-shirt" },
            ],
          },
          rerank: null,
          pinned: null,
        },
      ],
    } satisfies Explanation,
  },
} as const;
