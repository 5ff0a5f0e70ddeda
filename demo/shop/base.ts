/** Where the addresses of this shop's pages begin: "" for the demo's own, "/shops/my-shop" for an imported one. */
export const BASE = /^\/shops\/[^/]+/.exec(location.pathname)?.[0] ?? "";

/** The same path without it, as addresses have it. */
export const withoutBase = (path: string): string => path.slice(BASE.length) || "/";
