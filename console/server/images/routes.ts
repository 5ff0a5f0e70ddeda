import type { RequestHandler, Router } from "express";
import type { Engine } from "../../../src/engine/engine.js";
import { ServiceError } from "../../../src/errors.js";
import { bytesBody } from "../../../src/http/json-body.js";
import { storefrontOf } from "../../../src/http/locals.js";
import { IMAGE_TYPES, type ImageType } from "../../../src/images/image-types.js";
import { addImage, MAX_IMAGE_BYTES } from "../../../src/images/images.js";
import { imagePath } from "../../../src/images/routes.js";
import { guardedRoutes } from "../console-routes.js";
import { doneTo, type ConsoleGuards } from "../guards.js";

export interface UploadedImage {
  /** URL of the image: absolute if the public URL of the service is known, otherwise a path of the service. */
  readonly url: string;
}

export interface ImageUploadDeps {
  readonly engine: Engine;
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
  readonly guards: ConsoleGuards;
  /** Public URL of the service, without a path. */
  readonly origin: string | undefined;
}

/** Route `/console/api/images`, which stores an image that is sent as the request body. */
export function imageUploadRoutes({ engine, now, guards, origin = "" }: ImageUploadDeps): Router {
  return guardedRoutes(
    { POST: [...guards.act, acceptImage, bytesBody(MAX_IMAGE_BYTES)] },
    {
      "POST /": async (req, res): Promise<UploadedImage> => {
        const { client_id } = storefrontOf(res);
        const image = { type: typeOf(req) as ImageType, bytes: req.body as Buffer };
        const name = await addImage(engine, client_id, image, now());
        doneTo(res, name);
        return { url: origin + imagePath(client_id, name) };
      },
    },
  );
}

const typeOf = (req: Parameters<RequestHandler>[0]): string | false | null => req.is([...IMAGE_TYPES]);

const acceptImage: RequestHandler = (req, _res, next) => {
  if (typeof typeOf(req) === "string") next();
  else throw new ServiceError("unsupported_media_type", "the image must be in PNG, JPEG, WebP, GIF or AVIF format");
};
