/** Supported image formats by media type, with their file extension in image URLs. */
const FORMATS = {
  "image/png": { extension: "png", isFormat: startsWith("\x89PNG\r\n\x1a\n") },
  "image/jpeg": { extension: "jpg", isFormat: startsWith("\xff\xd8\xff") },
  "image/gif": { extension: "gif", isFormat: (bytes: Buffer) => /^GIF8[79]a/.test(bytes.toString("latin1", 0, 6)) },
  "image/webp": {
    extension: "webp",
    isFormat: (bytes: Buffer) => startsWith("RIFF")(bytes) && tag(bytes, 8) === "WEBP",
  },
  "image/avif": { extension: "avif", isFormat: isAvif },
} as const;

export type ImageType = keyof typeof FORMATS;

export const IMAGE_TYPES = Object.keys(FORMATS) as readonly ImageType[];

/** Returns whether the first bytes of a file match an image format. SVG is not supported, because it can contain scripts. */
export const isOfType = (bytes: Buffer, type: ImageType): boolean => FORMATS[type].isFormat(bytes);

export const extensionOf = (type: ImageType): string => FORMATS[type].extension;

function startsWith(signature: string): (bytes: Buffer) => boolean {
  return (bytes) => bytes.toString("latin1", 0, signature.length) === signature;
}

const tag = (bytes: Buffer, from: number): string => bytes.toString("latin1", from, from + 4);

/** Maximum number of file header bytes searched for format codes ("brands"). Enough, as files list fewer than ten codes of four bytes. */
const MAX_BRANDS_BYTES = 128;

/**
 * Returns whether a file is an AVIF image, based on the format codes ("brands") in the first box, which begins with its length and "ftyp".
 */
function isAvif(bytes: Buffer): boolean {
  if (bytes.length < 16 || tag(bytes, 4) !== "ftyp") return false;
  const brands = bytes.toString("latin1", 8, Math.min(bytes.readUInt32BE(0), MAX_BRANDS_BYTES));
  return /^(?:.{4})*?avi[fs]/s.test(brands);
}
