import { readToken, tasteToken } from "../../catalog/taste-tokens.js";
import { PRODUCT, type TasteSnapshot } from "../taste/snapshot.js";
import { constantReach, type Signal } from "./signal.js";

const weightsOf = new WeakMap<TasteSnapshot["tokens"], ReadonlyMap<string, number>>();

function viewedWeights({ tokens }: TasteSnapshot): ReadonlyMap<string, number> {
  const known =
    weightsOf.get(tokens) ??
    new Map(
      tokens.flatMap(([token, weight]) => {
        const { field, value } = readToken(token);
        return field === PRODUCT ? [[value, weight] as const] : [];
      }),
    );
  weightsOf.set(tokens, known);
  return known;
}

/** What was looked at last comes again, in listings: `PRODUCT_WEIGHT` of the snapshot says how much. */
export const viewed: Signal = {
  name: "taste viewed",
  weight: ({ affinity }, of) => (of === "text" ? 0 : affinity),
  score: ({ id }, taste) => viewedWeights(taste).get(id) ?? 0,
  reach: (taste) => [...viewedWeights(taste)].map(([id, weight]) => constantReach({ ids: { values: [id] } }, weight)),
  parts: (taste) =>
    [...viewedWeights(taste)].map(([id, weight]) => {
      const token = tasteToken(PRODUCT, id);
      return { name: `taste ${token}`, taste: { ...taste, tokens: [[token, weight]] } };
    }),
};
