import type { RequestHandler, Router } from "express";
import { LRUCache } from "lru-cache";
import type { Engine } from "../engine/engine.js";
import { ServiceError } from "../errors.js";
import { SERVICE_ERRORS } from "../http/description/error-responses.js";
import { declare, handled, routerOf } from "../http/endpoint.js";
import { isClientId } from "../storefront/client.js";
import { IMAGE_TYPES } from "./image-types.js";
import { readImage, type Image } from "./images.js";

/**
 * Maximum size of the image cache in bytes. The cache is large enough for the current banners of a few shops. Reading an image of 50 kB to
 * 1 MB from the engine instead takes 2 to 7 ms of the service's CPU time for each new visitor of each page with the banner.
 */
const CACHED_BYTES = 33_554_432;

/** Returns the URL path of an image. */
export const imagePath = (clientId: string, name: string): string => `/v1/images/${clientId}/${name}`;

const inPath = (name: string, description: string, pattern: string) =>
  ({ name, in: "path", description, required: true, schema: { type: "string", pattern } }) as const;

export const READ_IMAGE = declare({
  operationId: "readImage",
  method: "get",
  path: "/v1/images/{client_id}/{name}",
  key: "none",
  tag: "Storefront",
  summary: "Retrieve an uploaded image",
  description:
    "Returns an image that was uploaded in the console, for example for a banner. The content of a URL never changes, so it may be cached for a year.",
  parameters: [
    inPath("client_id", "Client id of the shop.", "^[a-z0-9-]{1,63}$"),
    inPath("name", "Name of the image: a hash of its content, with an extension.", "^[0-9a-f]{32}\\.[a-z]{3,4}$"),
  ],
  responses: {
    "200": {
      description: "The image.",
      content: Object.fromEntries(IMAGE_TYPES.map((type) => [type, { schema: {} }])),
    },
  },
  errors: {
    not_found: { message: "this image does not exist", context: null },
    rate_limited: { message: "at most 50 requests per second are allowed per address", context: null },
    ...SERVICE_ERRORS,
  },
});

/**
 * Route that serves uploaded images. No API key is needed.
 * @param guards rate limiter by client IP and limit of concurrent requests, in this order
 */
export function imageRoutes(engine: Engine, guards: readonly RequestHandler[]): Router {
  const cache = new LRUCache<string, Image>({
    maxSize: CACHED_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
  });
  return routerOf(
    handled(READ_IMAGE, ...guards, async (req, res) => {
      const { client_id, name } = req.params as { client_id: string; name: string };
      const path = imagePath(client_id, name);
      const image = cache.get(path) ?? (isClientId(client_id) ? await readImage(engine, client_id, name) : undefined);
      if (image === undefined) throw new ServiceError("not_found", "this image does not exist");
      cache.set(path, image);
      res.set({
        "Cache-Control": "public, max-age=31536000, immutable",
        // Allows pages of other origins to embed the image, even if they set `Cross-Origin-Embedder-Policy`.
        "Cross-Origin-Resource-Policy": "cross-origin",
      });
      res.type(image.type).send(image.bytes);
    }),
  );
}
