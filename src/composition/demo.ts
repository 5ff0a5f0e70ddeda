import { demoRoutes } from "../demo/routes.js";
import { readShopFiles } from "../demo/shop/files.js";
import { shopRoutes } from "../demo/shop/routes.js";
import type { ShopAccess } from "../demo/shop/settings.js";
import type { Domain, Foundation } from "./domain.js";

/** @param access whose storefront has pages at `/`; without it there are none, only the pictures of the demo catalogue */
export async function demoDomain(
  { directory }: Pick<Foundation, "directory">,
  access?: () => ShopAccess | undefined,
): Promise<Domain> {
  const pictures = { path: "/", router: demoRoutes() };
  if (access === undefined) return { routers: [pictures] };
  const shop = await readShopFiles();
  return { routers: [pictures, { path: "/", router: shopRoutes({ shop, directory, access }) }] };
}
