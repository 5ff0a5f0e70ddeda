import { readToken } from "../../catalog/taste-tokens.js";
import { PRODUCT, type TasteSnapshot } from "../taste/snapshot.js";
import type { Signal } from "./signal.js";

/** The tokens of a snapshot that are not products. */
export const likedTokens = ({ tokens }: Pick<TasteSnapshot, "tokens">): TasteSnapshot["tokens"] =>
  tokens.filter(([token]) => readToken(token).field !== PRODUCT);

const likedWeights = (taste: TasteSnapshot): ReadonlyMap<string, number> => new Map(likedTokens(taste));

/** The brands, kinds and colours that the shopper likes: the weights of a snapshot are at most 1 together. */
export const liked: Signal = {
  name: "taste",
  weight: ({ affinity, text_affinity }, of) => (of === "text" ? text_affinity : affinity),
  scores: (products, taste) => products.tokenSums(likedWeights(taste)),
  parts: (taste) => likedTokens(taste).map((one) => ({ name: `taste ${one[0]}`, taste: { ...taste, tokens: [one] } })),
};
