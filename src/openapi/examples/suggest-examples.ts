/** Suggestions from the catalogue of `./ingestion-examples.ts`, to a shopper of whom nothing is known. */
const user = { device_id: "a9d2c1b4-58a7-4f0f-8a3e-6b1f5b0c7e11" } as const;

/** Requests for suggestions and their answers. */
export const SUGGESTIONS = {
  beginning: {
    summary: "A few letters",
    request: { user, query: "shi", limits: { queries: 3, products: 1 }, projection: ["name", "price"] },
    response: {
      queries: [
        { query: "shirt", from: "catalog" },
        { query: "linen shirt", from: "catalog" },
        { query: "oxford shirt", from: "catalog" },
      ],
      categories: [
        { value: "Clothing: Shirts", label: "Shirts", count: 2 },
        { value: "Clothing: Shirts: Casual Shirts", label: "Casual Shirts", count: 2 },
      ],
      brands: [],
      products: [
        {
          type: "product",
          product_identifier: "linen-shirt",
          variant_identifier: "linen-shirt-white",
          name: "Linen shirt",
          price: 95,
        },
      ],
      meta: {},
    },
  },
  misspelt: {
    summary: "A misspelt word",
    request: { user, query: "oxfrod", limits: { products: 0 } },
    response: {
      queries: [{ query: "oxford shirt", from: "catalog" }],
      categories: [],
      brands: [],
      products: [],
      meta: { suggestion: "oxford" },
    },
  },
} as const;
