import type { MountedRouter } from "../src/app.js";
import { shopFile } from "../src/commands/instance.js";
import type { Directory } from "../src/storefront/directory.js";
import type { Handbook } from "./handbook/files.js";
import { handbookRoutes } from "./handbook/routes.js";
import { pictureRoutes } from "./pictures/routes.js";
import { readShopFiles } from "./server/files.js";
import { shopRoutes } from "./server/routes.js";
import type { ShopAccess } from "./server/settings.js";

export interface DemoRoutersDeps {
  readonly directory: Directory;
  /** The storefront whose pages are at `/`; undefined while it is being prepared. */
  readonly access: () => ShopAccess | undefined;
  /** The built handbook, and the client that its search asks; undefined where it has not been built. */
  readonly handbook: Handbook | undefined;
  readonly handbookAccess: () => ShopAccess | undefined;
  readonly dataDir: string;
}

/** The pictures of the demo catalogue, the pages of its shop, and the handbook. @throws Error when the pages have not been built */
export async function demoRouters(deps: DemoRoutersDeps): Promise<readonly MountedRouter[]> {
  const { directory, access, handbook, handbookAccess, dataDir } = deps;
  const shop = await readShopFiles();
  const imported = (clientId: string) => shopFile(clientId).read(dataDir);
  return [
    { path: "/", router: pictureRoutes() },
    ...(handbook === undefined ? [] : [{ path: "/", router: handbookRoutes(handbook, handbookAccess) }]),
    { path: "/", router: shopRoutes({ shop, directory, access, imported }) },
  ];
}
