import {
  DEFAULT_CONFIGURATION,
  type Facet,
  type FieldWeights,
  type IngestionRules,
  type ListFacet,
  type RangeFacet,
  type StorefrontConfiguration,
} from "./configuration.js";
import type { InterestWeights, PopularityRules } from "./popularity-configuration.js";
import type { EventWeights, HalfLives, RankingWeights, TasteRules } from "./taste-configuration.js";

/** What a merchandiser writes: any setting, or part of a facet, that is left out takes its default. */
export type ConfigurationDocument = Partial<
  Omit<StorefrontConfiguration, "facets" | "field_weights" | "ingestion" | "taste" | "ranking" | "popularity"> & {
    readonly facets: readonly FacetDocument[];
    readonly field_weights: Partial<FieldWeights>;
    readonly ingestion: Partial<IngestionRules>;
    readonly taste: TasteDocument;
    readonly ranking: Partial<RankingWeights>;
    readonly popularity: PopularityDocument;
  }
>;

type TasteDocument = Partial<
  Omit<TasteRules, "half_lives" | "event_weights"> & {
    readonly half_lives: Partial<HalfLives>;
    readonly event_weights: Partial<EventWeights>;
  }
>;

type PopularityDocument = Partial<
  Omit<PopularityRules, "event_weights"> & { readonly event_weights: Partial<InterestWeights> }
>;

export type FacetDocument = ListFacetDocument | RangeFacetDocument;
type ListFacetDocument = Pick<ListFacet, "key" | "label" | "field" | "type"> & Partial<ListFacet>;
type RangeFacetDocument = Pick<RangeFacet, "key" | "label" | "field" | "type"> & Partial<RangeFacet>;

/** The whole configuration that a checked document stands for. */
export function completeConfiguration(document: ConfigurationDocument): StorefrontConfiguration {
  return {
    ...DEFAULT_CONFIGURATION,
    ...document,
    facets: document.facets?.map(completeFacet) ?? DEFAULT_CONFIGURATION.facets,
    field_weights: { ...DEFAULT_CONFIGURATION.field_weights, ...document.field_weights },
    ingestion: { ...DEFAULT_CONFIGURATION.ingestion, ...document.ingestion },
    taste: completeTaste(document.taste),
    ranking: { ...DEFAULT_CONFIGURATION.ranking, ...document.ranking },
    popularity: completePopularity(document.popularity),
  };
}

function completeTaste(taste: TasteDocument = {}): TasteRules {
  const { taste: defaults } = DEFAULT_CONFIGURATION;
  return {
    ...defaults,
    ...taste,
    half_lives: { ...defaults.half_lives, ...taste.half_lives },
    event_weights: { ...defaults.event_weights, ...taste.event_weights },
  };
}

function completePopularity(popularity: PopularityDocument = {}): PopularityRules {
  const { popularity: defaults } = DEFAULT_CONFIGURATION;
  return { ...defaults, ...popularity, event_weights: { ...defaults.event_weights, ...popularity.event_weights } };
}

function completeFacet(facet: FacetDocument): Facet {
  switch (facet.type) {
    case "list":
      return { selection_mode: "multi", collapsed: false, order: "count", ...facet };
    case "range":
      return { selection_mode: "multi", collapsed: false, ranges: [], ...facet };
  }
}
