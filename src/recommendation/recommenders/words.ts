import { textQuery } from "../../search/text/text-query.js";
import { wordsOf } from "../../search/text/words.js";
import type { RecommendationContext } from "../recommendation-context.js";
import { BY_SCORE, type Proposal } from "./proposal.js";

/** Proposes the best results of a search for the words of a missing address, or of a query that found nothing. */
export function words({ words: wanted, configuration }: RecommendationContext): Proposal | null {
  if (wordsOf(wanted).words.length === 0) return null;
  return { kind: "search", query: textQuery(wanted, configuration, "any"), sort: BY_SCORE };
}
