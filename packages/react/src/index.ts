export type { Answered, Given } from "./response.js";
export { useImpressions } from "./impressions.js";
export type { ShownProps } from "./impressions.js";
export { useListing } from "./listing.js";
export type { ListingState } from "./listing.js";
export { useSlots } from "./slots.js";
export { useSuggestions } from "./suggestions.js";
export type { SuggestionOptions } from "./suggestions.js";
export { useVitrine, Vitrine } from "./vitrine.js";
