/** Base path of the shop's pages, such as "/shops/my-shop" for an imported shop. It is empty for the demo shop. */
export const BASE = /^\/shops\/[^/]+/.exec(location.pathname)?.[0] ?? "";

/** Removes the base path from a URL path, because shop addresses do not contain the base path. */
export const withoutBase = (path: string): string => path.slice(BASE.length) || "/";
