/** Example feeds and ingestions of the API reference. A test runs them against the service and compares the responses. */

const shirt = {
  product_identifier: "oxford-shirt",
  title: "Oxford shirt",
  designer: "Marlow & Finch",
  categories: ["Clothing: Shirts: Casual Shirts"],
  price: 79.5,
  released_at: "2026-03-02T00:00:00Z",
} as const;

export const FEED_LINES = [
  {
    operation: "insert",
    product_data: { ...shirt, variant_identifier: "oxford-shirt-white", color: "White", sizes: ["S", "M"] },
  },
  {
    operation: "insert",
    product_data: { ...shirt, variant_identifier: "oxford-shirt-blue", color: "Blue", sizes: ["M", "L"], price: 59.5 },
  },
  {
    operation: "insert",
    product_data: {
      product_identifier: "linen-shirt",
      variant_identifier: "linen-shirt-white",
      title: "Linen shirt",
      designer: "Tides",
      categories: ["Clothing: Shirts: Casual Shirts"],
      price: 95,
      color: "White",
      sizes: ["M", "L", "XL"],
      released_at: "2026-05-20T00:00:00Z",
    },
  },
] as const;

export const FEED = FEED_LINES.map((line) => `${JSON.stringify(line)}\n`).join("");

/** Example payload with a rejected line, and the error of this line. */
export const FEED_WITH_ERROR = `${JSON.stringify({ operation: "insert", product_data: { product_identifier: "linen-shirt", price: "95,00" } })}\n`;

export const LINE_ERROR_EXAMPLE = {
  line: 1,
  product_identifier: "linen-shirt",
  reason: 'price: expected a number of at least 0, got "95,00"',
} as const;

export const INGESTION_CREATED = { errors: null, meta: null, data: { ingestion_id: 17 } } as const;

const noChanges = { created: 0, updated: 0, unchanged: 0, deactivated: 0, reactivated: 0 } as const;

export const INGESTION_COMPLETED = {
  errors: null,
  meta: null,
  data: {
    id: 17,
    client_id: "demo",
    trigger_source: { type: "api", mode: "insert", comment: null, metadata: null, user: null },
    product_metrics: {
      lines: { received: 3, rejected: 0, deletions: 0 },
      products: { ...noChanges, created: 2 },
      variants: { ...noChanges, created: 3, rejected: 0 },
      index_warnings: [],
      index_warnings_total: 0,
      ignored_fields: {},
      bytes: Buffer.byteLength(FEED),
      seconds: 0.75,
      lines_per_second: 4,
      attempts: 1,
      earlier_attempts: [],
      failure: null,
      errors: [],
    },
    file_identifier: "0b0c2a5e-6f0e-4c53-9a53-0d4d6f7f5c11.ndjson",
    status: 4,
    created_at: "2026-06-01T08:15:02.114Z",
    updated_at: "2026-06-01T08:15:02.971Z",
  },
} as const;

const { data } = INGESTION_COMPLETED;

/** Example of an ingestion that was cancelled while another job of the client was running. */
export const INGESTION_CANCELLED = {
  errors: null,
  meta: null,
  data: {
    ...data,
    product_metrics: {
      ...data.product_metrics,
      lines: { received: 0, rejected: 0, deletions: 0 },
      products: noChanges,
      variants: { ...noChanges, rejected: 0 },
      seconds: 0,
      lines_per_second: 0,
      attempts: 0,
      failure: "cancelled before the job started",
      cancelled: true,
    },
    status: 5,
  },
} as const;

export const INGESTION_CANCELLING = {
  errors: null,
  meta: {
    progress: {
      phase: "writing",
      bytes: 4_194_304,
      bytes_total: 9_437_184,
      attempt: 1,
      earlier_attempts: [],
      cancelling: true,
    },
  },
  data: { ...data, product_metrics: null, status: 3 },
} as const;
