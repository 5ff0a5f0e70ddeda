/** Characters, with the state of a page. */
export const MAX_RECOMMENDATION_ID_LENGTH = 4_096;

/**
 * Answers and what came of them are stored by the part of a `recommendation_id` that names the answer. Behind a dot it may
 * carry the state of a page, which is long and means nothing here.
 */
export function impressionId(recommendationId: string): string {
  const dot = recommendationId.indexOf(".");
  return dot === -1 ? recommendationId : recommendationId.slice(0, dot);
}
