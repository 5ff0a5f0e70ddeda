export const STOREFRONT = { client_id: "demo", name: "demo", origins: [] } as const;

export const STOREFRONT_CHANGE = { currency: "EUR", default_sort: "newest" } as const;
