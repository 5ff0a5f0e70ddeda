/**
 * Files and folders to mutate, with the tests that must detect the mutants. Tests of the group (lane) `unit` need no
 * engine.
 */
export const LANES = {
  unit: [
    {
      mutate: [
        "console/server/experiments/comparison.ts",
        "console/server/experiments/statistics.ts",
        "console/server/experiments/verdict.ts",
        "console/server/experiments/tally.ts",
      ],
      tests: ["test/unit/console/experiments"],
    },
    {
      mutate: ["src/lib/statistics.ts"],
      tests: ["test/unit/lib/statistics.test.ts"],
    },
    {
      mutate: ["src/filters/visible-fields.ts", "src/catalog/shown-fields.ts", "src/search/catalog-view.ts"],
      tests: [
        "test/unit/filters/visible-fields.test.ts",
        "test/unit/catalog/shown-fields.test.ts",
        "test/unit/search/catalog-view.test.ts",
        "test/unit/search/projection.test.ts",
        "test/unit/search/listing/parse.test.ts",
      ],
    },
    {
      mutate: ["src/publishing/affected-listings.ts"],
      tests: ["test/unit/publishing"],
    },
    {
      mutate: ["src/search/match/rank.ts", "src/personalization/signals.ts", "src/personalization/reranking"],
      tests: [
        "test/unit/search/listing",
        "test/unit/personalization/signals.test.ts",
        "test/unit/personalization/reranking",
        "test/unit/personalization/personalizer.test.ts",
      ],
    },
    { mutate: ["src/storefront/keys.ts"], tests: ["test/unit/storefront/keys.test.ts"] },
  ],
  engine: [
    { mutate: ["src/publishing/impact.ts"], tests: ["test/integration/publishing/recount.test.ts"] },
    {
      mutate: ["begin", "fill", "ingest"].map((file) => `src/catalog/ingestion/${file}.ts`),
      tests: [
        "test/integration/catalog/ingestion/soft-replace.test.ts",
        "test/integration/catalog/ingestion/generation-built.test.ts",
        "test/integration/catalog/ingestion/little-changes.test.ts",
      ],
    },
  ],
};
