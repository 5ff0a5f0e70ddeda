import type { Item } from "../search/response.js";
import type { Storefront } from "../storefront/client.js";
import type { Answer, AnswerMemory } from "../tracking/answers.js";
import { ANONYMOUS } from "../tracking/event.js";
import type { RecommendationRequest } from "./request.js";

export interface Given extends Pick<Answer, "recommendation_id" | "kind"> {
  /** Name of the profile or the placement. */
  readonly profile: string;
  readonly items: readonly Item[];
}

/** What was shown, so that what comes of it can be told. Who has not agreed to be recognised is not remembered. */
export function remember(
  { answers, now }: { readonly answers: Pick<AnswerMemory, "remember">; readonly now: () => number },
  { client_id }: Storefront,
  { device_id, user_id, words }: Pick<RecommendationRequest, "device_id" | "user_id" | "words">,
  { recommendation_id, kind, profile, items }: Given,
): void {
  if (device_id === ANONYMOUS || items.length === 0) return;
  answers.remember({
    ...{ recommendation_id, client_id, device_id, user_id, kind, profile },
    query: words === "" ? null : words,
    shown: [...new Set(items.map(({ product_identifier }) => product_identifier))],
    at: now(),
  });
}
