import { leafNamed } from "../filters/field-names.js";
import {
  DEFAULT_CONFIGURATION,
  type Facet,
  type FieldWeights,
  type IngestionRules,
  type ListFacet,
  type RangeFacet,
  type SortKey,
  type StorefrontConfiguration,
  type TreeFacet,
} from "./configuration.js";
import type { EventRules } from "./events-configuration.js";
import type { FieldType } from "./field-types.js";
import type { InterestWeights, PopularityRules } from "./popularity-configuration.js";
import {
  DEFAULT_PLACEMENTS,
  DEFAULT_PROFILES,
  PLACEMENT_DEFAULTS,
  PROFILE_DEFAULTS,
  type Placement,
  type Profile,
  type RecommenderSettings,
  type SlotSettings,
} from "./recommendation-configuration.js";
import { completeRule, type RuleDocument } from "./complete-rule.js";
import type { SearchRules } from "./search-configuration.js";
import type { SuggestRules } from "./suggest-configuration.js";
import type { EventWeights, HalfLives, RankingWeights, TasteRules } from "./taste-configuration.js";

/** What a merchandiser writes: any setting, or part of a facet, that is left out takes its default. */
export type ConfigurationDocument = Partial<
  Omit<
    StorefrontConfiguration,
    | "facets"
    | "field_weights"
    | "ingestion"
    | "events"
    | "taste"
    | "ranking"
    | "popularity"
    | "profiles"
    | "placements"
    | "search"
    | "rules"
    | "suggest"
  > & {
    readonly facets: readonly FacetDocument[];
    /** Formerly the only types that could be declared; now `field_types` of `date`. */
    readonly date_fields: readonly string[];
    readonly field_weights: Partial<FieldWeights>;
    readonly ingestion: Partial<IngestionRules>;
    readonly events: Partial<EventRules>;
    readonly taste: TasteDocument;
    readonly ranking: Partial<RankingWeights>;
    readonly search: Partial<SearchRules>;
    readonly suggest: Partial<SuggestRules>;
    readonly popularity: PopularityDocument;
    readonly profiles: Readonly<Record<string, ProfileDocument>>;
    readonly placements: Readonly<Record<string, PlacementDocument>>;
    readonly rules: readonly RuleDocument[];
  }
>;

type ProfileDocument = Partial<Omit<Profile, "recommenders">> & {
  readonly recommenders: readonly RecommenderDocument[];
};
type RecommenderDocument =
  | Exclude<RecommenderSettings, CatalogueRecommender>
  | (Pick<CatalogueRecommender, "by"> & Partial<CatalogueRecommender>);
type CatalogueRecommender = Extract<RecommenderSettings, { within: unknown }>;
type PlacementDocument = Partial<Omit<Placement, "slots">> & { readonly slots: readonly SlotDocument[] };
type SlotDocument = Omit<SlotSettings, "filters"> & Partial<Pick<SlotSettings, "filters">>;

type TasteDocument = Partial<
  Omit<TasteRules, "half_lives" | "event_weights"> & {
    readonly half_lives: Partial<HalfLives>;
    readonly event_weights: Partial<EventWeights>;
  }
>;

type PopularityDocument = Partial<
  Omit<PopularityRules, "event_weights"> & { readonly event_weights: Partial<InterestWeights> }
>;

export type FacetDocument = ListFacetDocument | TreeFacetDocument | RangeFacetDocument;
type ListFacetDocument = Pick<ListFacet, "key" | "label" | "field" | "type"> & Partial<ListFacet>;
type TreeFacetDocument = Pick<TreeFacet, "key" | "label" | "field" | "type"> & Partial<TreeFacet>;
type RangeFacetDocument = Pick<RangeFacet, "key" | "label" | "field" | "type"> & Partial<RangeFacet>;

/** The whole configuration that a checked document stands for: fields by the names of their leaves. */
export function completeConfiguration({ date_fields, ...document }: ConfigurationDocument): StorefrontConfiguration {
  const { aliases = DEFAULT_CONFIGURATION.aliases, availability = DEFAULT_CONFIGURATION.availability } = document;
  return {
    ...DEFAULT_CONFIGURATION,
    ...document,
    field_types: { ...datesOf(date_fields), ...document.field_types },
    sort_keys: document.sort_keys?.map((sort) => withLeaf(sort, aliases)) ?? DEFAULT_CONFIGURATION.sort_keys,
    facets:
      document.facets?.map((facet) => ({ ...completeFacet(facet), field: leafNamed(facet.field, aliases) })) ??
      DEFAULT_CONFIGURATION.facets,
    department: document.department == null ? null : leafNamed(document.department, aliases),
    availability: availability && { ...availability, field: leafNamed(availability.field, aliases) },
    field_weights: { ...DEFAULT_CONFIGURATION.field_weights, ...document.field_weights },
    ingestion: { ...DEFAULT_CONFIGURATION.ingestion, ...document.ingestion },
    events: { ...DEFAULT_CONFIGURATION.events, ...document.events },
    taste: completeTaste(document.taste),
    ranking: { ...DEFAULT_CONFIGURATION.ranking, ...document.ranking },
    popularity: completePopularity(document.popularity),
    profiles: { ...DEFAULT_PROFILES, ...completed(document.profiles, completeProfile) },
    placements: { ...DEFAULT_PLACEMENTS, ...completed(document.placements, completePlacement) },
    search: { ...DEFAULT_CONFIGURATION.search, ...document.search },
    rules: document.rules?.map(completeRule) ?? DEFAULT_CONFIGURATION.rules,
    suggest: { ...DEFAULT_CONFIGURATION.suggest, ...document.suggest },
  };
}

const datesOf = (fields: readonly string[] = []): Record<string, FieldType> =>
  Object.fromEntries(fields.map((field) => [field, "date" as const]));

const withLeaf = (sort: SortKey, aliases: StorefrontConfiguration["aliases"]): SortKey =>
  sort.by === "field" ? { ...sort, field: leafNamed(sort.field, aliases) } : sort;

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
    case "tree":
      return { selection_mode: "multi", collapsed: false, order: "count", ...facet };
    case "range":
      return { selection_mode: "multi", collapsed: false, ranges: [], ...facet };
  }
}

const completed = <Document, Complete>(
  documents: Readonly<Record<string, Document>> = {},
  complete: (document: Document) => Complete,
): Record<string, Complete> =>
  Object.fromEntries(Object.entries(documents).map(([name, document]) => [name, complete(document)]));

const completeProfile = (profile: ProfileDocument): Profile => ({
  ...PROFILE_DEFAULTS,
  ...profile,
  recommenders: profile.recommenders.map(completeRecommender),
});

function completeRecommender(recommender: RecommenderDocument): RecommenderSettings {
  switch (recommender.by) {
    case "popular":
    case "trending":
    case "new_in":
      return { within: "catalogue", ...recommender };
    case "next":
    case "session_neighbours":
    case "goes_with":
    case "viewed_with":
    case "bought_with":
    case "content":
    case "look":
    case "affinity":
    case "recently_viewed":
    case "words":
      return recommender;
  }
}

const completePlacement = (placement: PlacementDocument): Placement => ({
  ...PLACEMENT_DEFAULTS,
  ...placement,
  slots: placement.slots.map((slot) => ({ filters: null, ...slot })),
});
