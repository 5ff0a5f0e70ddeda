import { Image } from "@mantine/core";

/** Placeholder for a missing or broken picture. */
const NONE =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 5"><rect width="4" height="5" fill="#d5d9dd"/></svg>',
  );

interface PictureProps {
  readonly images: unknown;
  /** Width of the picture in pixels, or "100%" to fill the container. */
  readonly width?: number | "100%";
}

/** First picture of a product. The alternative text is empty because the product name is next to it. */
export function ProductPicture({ images, width = 48 }: PictureProps) {
  const first: unknown = Array.isArray(images) ? images[0] : images;
  const src = typeof first === "string" ? first : NONE;
  return (
    <Image
      src={src}
      fallbackSrc={NONE}
      alt=""
      w={width}
      style={{ aspectRatio: "4 / 5", flexShrink: 0 }}
      fit="cover"
      radius="sm"
      loading="lazy"
      draggable={false}
    />
  );
}
