/** Rules for imports between source files, checked by `npm run lint`. ARCHITECTURE explains the reasons. */

const BESIDE = [
  "console/server",
  "local-engine",
  "packages/import/command",
  "packages/import/convert",
  "packages/import/src",
];

/**
 * Layers of the service and its tools, from the lowest to the highest. A file may import only from lower layers and
 * from its own folder, not from other folders of the same layer.
 */
const LAYERS = [
  "errors heap lib package part-file",
  "schema",
  "languages",
  "observability process-start",
  "engine filters config",
  "context",
  "storefront local-engine",
  "http",
  "app",
  "catalog images",
  "tracking packages/import/src",
  "behaviour semantic packages/import/convert",
  "personalization",
  "search",
  "recommendation",
  "shoppers",
  "publishing",
  "openapi console/server",
  "composition",
  "bootstrap",
  "commands",
  "packages/import/command",
  "program",
  "main",
].map((names) => names.split(" ").map((name) => (BESIDE.includes(name) ? name : `src/${name}`)));

const within = (folder, names) => names.split(" ").map((name) => `${folder}/${name}`);

/**
 * Pure files: they compute results without I/O, clock or logger, and import only pure files and types. `folders` are
 * pure with all their subfolders. `levels` are folders whose direct files are pure, except the files in `io`. `files`
 * are single pure files of other folders.
 */
export const PURE = {
  folders: within(
    "src",
    "catalog/matching filters http/description languages schema personalization/reranking personalization/taste search/facets search/rules search/text tracking/snowplow",
  ),
  levels: within("src", "behaviour/sessions catalog lib personalization recommendation/recommenders search storefront"),
  files: [
    ...within(
      "src",
      "behaviour/device-tag behaviour/visited errors http/envelope semantic/nearest semantic/product-text search/paging/cursor search/match/rank search/match/window search/match/reranker search/listing/parse search/listing/plan search/listing/response",
    ),
    ...within("console/server/preview", "requests average-overlap cells changes click-model factors gains"),
    "console/server/insights/positions",
    ...within("packages/import/convert", "field-scan propose-configuration storefront-labels detect-language"),
    ...within("src/publishing", "format-review affected-listings"),
    ...within("src/tracking", "event month shopper-id"),
  ],
  io: [
    ...within("src/behaviour/sessions", "neighbours session-file start-sessions"),
    ...within(
      "src/catalog",
      "cache feature-tables frequent-values learned live product product-text products routes tags",
    ),
    ...within("src/lib", "periodic"),
    ...within("src/personalization", "product-tokens recent-tastes routes taste-consumer taste-store tombstones"),
    ...within("src/recommendation/recommenders", "outfit propose"),
    ...within("src/search", "chosen-after facets/catalog-facts last-known near text/negated-names text/relaxation"),
    ...within("src/storefront", "clients directory keys publications refreshed write-client"),
  ],
};

/** Folders that other folders may import only through their `index.ts`. */
const SURFACES = "behaviour languages observability openapi publishing recommendation semantic shoppers";
/**
 * Exceptions from `SURFACES`: pure files that pure code and the console import directly, because the `index.ts` also
 * exports files with I/O.
 */
const BESIDE_SURFACES = within("src", "behaviour/sessions/companions semantic/nearest publishing/format-review");

/**
 * The source files that handle a listing request, from the route to the parsed request. A file imports only files that
 * come later in this list.
 */
const LISTING = ["routes", "page", "products", "find", "items", "response", "plan", "parse"];

const either = (paths) => `(${paths.join("|")})`;
const pure = {
  path: [`^${either(PURE.folders)}/`, `^${either(PURE.levels)}/[^/]+\\.ts$`, `^${either(PURE.files)}\\.ts$`],
  pathNot: [`^${either(PURE.io)}\\.ts$`],
};
/** Packages that pure files may import, because they do no I/O. */
const PURE_PACKAGES = ["node_modules/(ajv|ajv-formats|eld|isbot|jstat|typebox)/", "^(buffer|crypto|util)$"];

const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });
/** Returns a regular expression for the paths of the given folders and files. */
const pathsOf = (names) => `^${either(names)}(/|\\.ts$)`;

export default {
  forbidden: [
    rule("no-cycles", "Files must not import each other in a cycle.", {}, { circular: true }),
    ...LAYERS.flatMap((names, layer) =>
      names.map((name) =>
        rule(
          `${name}-imports-lower-layers`,
          "A file imports only from lower layers (LAYERS) and from its own folder.",
          { path: pathsOf([name]) },
          { path: pathsOf([...names.filter((other) => other !== name), ...LAYERS.slice(layer + 1).flat()]) },
        ),
      ),
    ),
    ...SURFACES.split(" ").map((name) =>
      rule(
        `${name}-by-its-surface`,
        "Folders in SURFACES are imported only through their index.ts, except by tests and measurements.",
        { path: "^(src|console|demo|docs|local-engine|packages|scripts)/", pathNot: `^src/${name}/` },
        { path: `^src/${name}/(?!index\\.ts$)`, pathNot: `^${either(BESIDE_SURFACES)}\\.ts$` },
      ),
    ),
    rule(
      "in-a-layer",
      "Every file of the service belongs to a layer (LAYERS).",
      {},
      { path: "^src/", pathNot: pathsOf(LAYERS.flat()) },
    ),
    rule(
      "import-alone",
      "The shop export importer may import only the feed line format and the utilities of the service.",
      { path: "^packages/import/src/" },
      { path: "^(src|console|demo|local-engine)/", pathNot: "^src/(lib|schema)/|^src/catalog/product-document\\.ts$" },
    ),
    rule(
      "connectors-alone",
      "The service does not import the connectors for shop systems, which run as separate programs.",
      { path: "^(src|console|demo|local-engine|packages/(client|import))/" },
      { path: "^packages/(medusa|shopify)/" },
    ),
    rule(
      "engine-alone",
      "The local engine uses only the engine client and utilities of the service.",
      { path: "^local-engine/" },
      {
        path: "^(src|console|demo|packages)/",
        pathNot: "^src/(engine|lib)/|^src/(package|part-file|process-start)\\.ts$",
      },
    ),
    rule(
      "beside-the-service",
      "In src/, only composition/ and commands/ import the console, the importers and the local engine.",
      { path: "^src/", pathNot: "^src/((commands|composition)/|program\\.ts$)" },
      { path: "^(console/server|packages/import|local-engine)/" },
    ),
    rule("pure", "Files without I/O (PURE) import only files without I/O, and types.", pure, {
      dependencyTypesNot: ["type-only"],
      pathNot: [...pure.path, ...PURE_PACKAGES],
    }),
    rule("pure-without-io", "Files without I/O (PURE) import no file that does I/O.", pure, {
      dependencyTypesNot: ["type-only"],
      path: pure.pathNot,
    }),
    rule(
      "client-in-engine",
      "Only engine/ imports the OpenSearch client.",
      { path: "^(src|console/server|local-engine|packages/import)/", pathNot: "^src/engine/" },
      { path: "node_modules/@opensearch-project/" },
    ),
    rule(
      "one-way-into-force",
      "Only publish() makes a configuration live, because it reviews the impact on shoppers.",
      { path: "^(src|console/server|packages/import)/", pathNot: "^src/(storefront/clients|publishing/publish)\\.ts$" },
      { path: "^src/storefront/write-client\\.ts$", dependencyTypesNot: ["type-only"] },
    ),
    rule(
      "clients-in-storefront",
      "Only storefront/ and publishing/ access the stored API clients.",
      { path: "^(src|console/server|packages/import)/", pathNot: "^src/(storefront|publishing)/" },
      { path: "^src/storefront/stored-client\\.ts$", dependencyTypesNot: ["type-only"] },
    ),
    rule(
      "express-at-the-edge",
      "Only routes, http/ and composition/ import Express.",
      {
        path: "^(src|console/server|packages/import)/",
        pathNot: "^src/(http|composition)/|routes\\.ts$|^src/(app|bootstrap)\\.ts$",
      },
      { path: "node_modules/(@types/)?express/", dependencyTypesNot: ["type-only"] },
    ),
    rule(
      "src-alone",
      "The service does not import the console's pages, demo, quality, scripts or tests.",
      { path: "^src/" },
      { path: "^(console/(?!server/)|demo|quality|scripts|test)/" },
    ),
    rule(
      "measurements-share-quality-shared",
      "Programs in quality/ import from quality/shared/, but not from each other.",
      { path: "^quality/([^/]+)/" },
      { path: "^quality/(?!shared/)", pathNot: "^quality/$1/" },
    ),
    rule(
      "no-dev-packages",
      "Production code must not import development dependencies, which are not installed in production.",
      { path: "^(src|demo|console/server|local-engine)/", pathNot: "^(demo/shop/|local-engine/docker-engine\\.ts$)" },
      { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["type-only"] },
    ),
    rule(
      "pages-know-types",
      "The console's pages run in browsers. They may import types of the service, but only those functions that need no Node API.",
      { path: "^console/", pathNot: "^console/server/" },
      {
        path: "^(src|console/server)/",
        pathNot:
          "^src/(lib/(folded|zone-clock)|catalog/taste-tokens|storefront/(addresses|campaigns|merge-configurations|configuration-changes|default-items)|publishing/format-review)\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    ),
    ...LISTING.map((name, at) =>
      rule(
        `listing-${name}-reads-down`,
        "A file in LISTING imports only files that come after it in LISTING.",
        { path: `^src/search/listing/${name}\\.ts$` },
        { path: `^src/search/listing/(?!${either([name, ...LISTING.slice(at + 1)])}\\.ts$)` },
      ),
    ),
    rule(
      "one-order",
      "In search/, only the files for queries, plans, ranking and explanations import the personalization signals.",
      {
        path: "^src/search/",
        pathNot: "^src/search/(query|listing/plan|match/rank|explain/explain)\\.ts$",
      },
      { path: "^src/personalization/signals\\.ts$", dependencyTypesNot: ["type-only"] },
    ),
    rule(
      "resolvable",
      "An import leads somewhere; the encoder and mutation testing have packages of their own, installed by whoever uses them.",
      { pathNot: "^(packages/encoder|quality/mutation)/" },
      { couldNotResolve: true },
    ),
    rule(
      "no-orphans",
      "A file that no other file imports is unused.",
      {
        orphan: true,
        path: "^(src|demo|console/server|local-engine|packages/import)/",
        pathNot: "main\\.ts$|\\.d\\.ts$",
      },
      {},
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^packages/[^/]+/dist/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default"] },
  },
};
