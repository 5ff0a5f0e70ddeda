/** Base path of the shop's pages: "" for the demo's own shop, "/shops/my-shop" for an imported one. */
export const BASE = /^\/shops\/[^/]+/.exec(location.pathname)?.[0] ?? "";

/** Removes the base path, as addresses do not contain it. */
export const withoutBase = (path: string): string => path.slice(BASE.length) || "/";
