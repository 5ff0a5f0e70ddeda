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
  /** Returns the access data of the demo shop at `/`; `undefined` while the shop's catalogue is being ingested. */
  readonly access: () => ShopAccess | undefined;
  readonly dataDir: string;
  /** Documentation site; `undefined` if the site has not been built. */
  readonly handbook: Handbook | undefined;
  /**
   * Returns the access data of the storefront that contains the handbook's sections. The handbook's search box queries
   * this storefront.
   */
  readonly handbookAccess: () => ShopAccess | undefined;
}

/**
 * Creates the routers of the demo: product pictures, the shop and the handbook.
 * @throws Error if the pages have not been built
 */
export async function demoRouters(deps: DemoRoutersDeps): Promise<readonly MountedRouter[]> {
  const { directory, access, dataDir, handbook, handbookAccess } = deps;
  const shop = await readShopFiles();
  const imported = (clientId: string) => shopFile(clientId).read(dataDir);
  return [
    { path: "/", router: pictureRoutes() },
    ...(handbook === undefined ? [] : [{ path: "/", router: handbookRoutes(handbook, handbookAccess) }]),
    { path: "/", router: shopRoutes({ shop, directory, access, imported }) },
  ];
}
