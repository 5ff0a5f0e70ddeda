import { createHash } from "node:crypto";
import { getDocument, getDocuments, putDocument } from "../engine/documents.js";
import type { Engine } from "../engine/engine.js";
import { countDocuments } from "../engine/search-documents.js";
import { validationError } from "../errors.js";
import { extensionOf, isOfType, type ImageType } from "./image-types.js";

/** Image as stored in the search engine. `_id` consists of the client id and the name of the image. */
interface StoredImage {
  readonly client_id: string;
  readonly type: ImageType;
  /** Base64. */
  readonly content: string;
  /** Time of the upload in ISO 8601 format, in UTC. */
  readonly created_at: string;
}

export interface Image {
  readonly type: ImageType;
  readonly bytes: Buffer;
}

/** Maximum size of an image in bytes. Images of banners should be smaller, because every visitor loads them. */
export const MAX_IMAGE_BYTES = 1_000_000;
/** Maximum number of images per client. If all have the maximum size, they take 500 MB, plus a third for base64 encoding. */
const MAX_IMAGES = 500;

const NAME = /^[0-9a-f]{32}\.[a-z]{3,4}$/;

const indexOf = ({ prefix }: Pick<Engine, "prefix">) => `${prefix}images`;
const idOf = (clientId: string, name: string) => `${clientId}/${name}`;

/**
 * Stores an image. The name is a hash of the content, so storing the same image again returns the same name.
 * @param now time in milliseconds since 1970
 * @returns the name of the image
 * @throws {ServiceError} `validation_error` if the content is not of the given type, or if the client has too many images
 */
export async function addImage(engine: Engine, clientId: string, { type, bytes }: Image, now: number): Promise<string> {
  if (!isOfType(bytes, type)) throw validationError("body", `the file is not a valid image of the type ${type}`);
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  const name = `${hash}.${extensionOf(type)}`;
  const id = idOf(clientId, name);
  const [known] = await getDocuments(engine, indexOf(engine), [id], { includes: [] });
  if (known !== undefined) return name;
  if ((await countDocuments(engine, indexOf(engine), { term: { client_id: clientId } })) >= MAX_IMAGES) {
    throw validationError("body", `the shop has ${MAX_IMAGES} images, the maximum; use the URL of an image instead`);
  }
  const created_at = new Date(now).toISOString();
  const stored: StoredImage = { client_id: clientId, type, content: bytes.toString("base64"), created_at };
  await putDocument(engine, indexOf(engine), id, stored, "absent", true);
  return name;
}

/** Returns an image, or `undefined` if the client has no image with this name. */
export async function readImage(engine: Engine, clientId: string, name: string): Promise<Image | undefined> {
  if (!NAME.test(name)) return undefined;
  const found = await getDocument<StoredImage>(engine, indexOf(engine), idOf(clientId, name));
  return found && { type: found.source.type, bytes: Buffer.from(found.source.content, "base64") };
}
