import type { Situation } from "../situation.js";
import { products, type Proposal } from "./proposal.js";

/** What the device has looked at, latest first. Of the device alone: a user id can be guessed, and tells nothing here. */
export const recentlyViewed = ({ viewed }: Situation): Proposal | null => products(viewed.map(({ id }) => id));
