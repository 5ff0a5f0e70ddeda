import { createHmac } from "node:crypto";

/**
 * A tag from 1 to 65,535 that distinguishes most devices without identifying one. In a shop with a million devices, about fifteen devices
 * share each tag. Without the secret, a tag cannot be traced to a device. In one of 65,535 pairs of devices, both devices have the same tag
 * and count as one device.
 */
export type DeviceTag = number;

/** @param device the `shopperId` of the device */
export type TagDevice = (device: string) => DeviceTag;

export const MAX_TAGS = 0xff_ff;

/** @param secret secret of the installation; all processes use the same secret, and it is never stored with tagged data */
export const deviceTags =
  (secret: Uint8Array): TagDevice =>
  (device) =>
    (createHmac("sha256", secret).update(`device tag ${device}`).digest().readUInt16LE() % MAX_TAGS) + 1;
