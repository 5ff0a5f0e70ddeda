import { createHmac } from "node:crypto";

/**
 * Tells most devices apart, and names none: 1 to 65,535. A shop with a million devices has fifteen of each tag, and without the
 * secret a tag says nothing of a device. Two devices of one tag count as one, which happens once in 65,535 pairs.
 */
export type DeviceTag = number;

/** @param device by `shopperId` */
export type TagDevice = (device: string) => DeviceTag;

export const MAX_TAGS = 0xff_ff;

/** @param secret of the installation, the same in all its processes and never beside what is tagged */
export const deviceTags =
  (secret: Uint8Array): TagDevice =>
  (device) =>
    (createHmac("sha256", secret).update(`device tag ${device}`).digest().readUInt16LE() % MAX_TAGS) + 1;
