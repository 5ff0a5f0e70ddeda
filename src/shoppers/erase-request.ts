import Type from "typebox";
import { validationError } from "../errors.js";
import { closed, type Of } from "../schema/typed.js";
import type { Erased } from "../tracking/erase-events.js";
import { ANONYMOUS } from "../tracking/event.js";
import { MAX_ID_LENGTH } from "../tracking/snowplow/fields.js";

/** The ids that events may use for a device or a user. */
const id = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH, description }));

/** The body of `POST /v1/shoppers/erase`: one of them or both. */
export const ERASE_REQUEST = closed(
  {
    device_id: id("All that this device did, whoever was logged in."),
    user_id: id("All that this user did, on whatever device. As events have it, without a signature."),
  },
  { minProperties: 1 },
);

export type EraseBody = Of<typeof ERASE_REQUEST>;

/** @throws ServiceError validation_error for the device of those who are not recognised: it is no shopper */
export function erasedIn(clientId: string, { device_id, user_id }: EraseBody): Erased {
  if (device_id === ANONYMOUS) {
    throw validationError("device_id", `\`device_id\` must be a device; nothing is stored about \`${ANONYMOUS}\``);
  }
  return { client_id: clientId, device_id: device_id ?? null, user_id: user_id ?? null };
}
