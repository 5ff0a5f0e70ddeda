import { isbot } from "isbot";

/** User agents longer than this are not of browsers; the list's expression is not run over them. */
const LONGEST_USER_AGENT = 2_048;

/** Whether a user agent names itself as a bot, by the kept list of the package `isbot`. */
export const isBot = (userAgent: string | null): boolean =>
  userAgent !== null && isbot(userAgent.slice(0, LONGEST_USER_AGENT));
