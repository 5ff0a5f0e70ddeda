import type { MountedRouter } from "../src/app.js";
import { shopFile } from "../src/commands/instance.js";
import type { Directory } from "../src/storefront/directory.js";
import { pictureRoutes } from "./pictures/routes.js";
import { readShopFiles } from "./server/files.js";
import { shopRoutes } from "./server/routes.js";
import type { ShopAccess } from "./server/settings.js";

export interface DemoRoutersDeps {
  readonly directory: Directory;
  /** The storefront whose pages are at `/`; undefined while it is being prepared. */
  readonly access: () => ShopAccess | undefined;
  readonly dataDir: string;
}

/** The pictures of the demo catalogue and the pages of its shop. @throws Error when the pages have not been built */
export async function demoRouters({ directory, access, dataDir }: DemoRoutersDeps): Promise<readonly MountedRouter[]> {
  const shop = await readShopFiles();
  const imported = (clientId: string) => shopFile(clientId).read(dataDir);
  return [
    { path: "/", router: pictureRoutes() },
    { path: "/", router: shopRoutes({ shop, directory, access, imported }) },
  ];
}
