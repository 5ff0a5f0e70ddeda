import { readToken, tasteToken } from "../../catalog/taste-tokens.js";
import { PRODUCT, type TasteSnapshot } from "../taste/snapshot.js";
import type { Signal } from "./signal.js";

const viewedWeights = ({ tokens }: TasteSnapshot): ReadonlyMap<string, number> =>
  new Map(
    tokens.flatMap(([token, weight]) => {
      const { field, value } = readToken(token);
      return field === PRODUCT ? [[value, weight] as const] : [];
    }),
  );

/** What was looked at last comes again, in listings: `PRODUCT_WEIGHT` of the snapshot says how much. */
export const viewed: Signal = {
  name: "taste viewed",
  weight: ({ affinity }, of) => (of === "text" ? 0 : affinity),
  scores: (products, taste) => products.ownWeights(viewedWeights(taste)),
  parts: (taste) =>
    [...viewedWeights(taste)].map(([id, weight]) => {
      const token = tasteToken(PRODUCT, id);
      return { name: `taste ${token}`, taste: { ...taste, tokens: [[token, weight]] } };
    }),
};
