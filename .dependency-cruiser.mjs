/** What may import what; `npm run lint` checks it. ARCHITECTURE says why. */

const BESIDE = [
  "console/server",
  "local-engine",
  "packages/import/command",
  "packages/import/convert",
  "packages/import/src",
];

/**
 * The floors of the service and of what stands beside it in one process, from the ground up: files import from floors below
 * and from their own folder. Names of one floor do not know each other.
 */
const FLOORS = [
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
 * Files that compute and nothing else: they import each other and types, and know no clock, logger, engine or file system.
 * `folders` are pure with all that is below them; of `levels` the files directly in them, without those in `io`; `files` are
 * single ones elsewhere.
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

/** Folders with a surface: their `index.ts` has what others use of them. */
const SURFACES = "behaviour languages observability openapi publishing recommendation semantic shoppers";
/** Pure files of these that pure code and the console's pages import: a surface also has what does I/O. */
const BESIDE_SURFACES = within("src", "behaviour/sessions/companions semantic/nearest publishing/format-review");

/** The files of a listing, in the order in which a request passes them from its end: a file imports those behind it. */
const LISTING = ["routes", "page", "products", "find", "items", "response", "plan", "parse"];

const either = (paths) => `(${paths.join("|")})`;
const pure = {
  path: [`^${either(PURE.folders)}/`, `^${either(PURE.levels)}/[^/]+\\.ts$`, `^${either(PURE.files)}\\.ts$`],
  pathNot: [`^${either(PURE.io)}\\.ts$`],
};
/** What computes as well. */
const PURE_PACKAGES = ["node_modules/(ajv|ajv-formats|eld|isbot|jstat|typebox)/", "^(buffer|crypto|util)$"];

const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });
/** Folders, and single files, of a list of floors. */
const pathsOf = (names) => `^${either(names)}(/|\\.ts$)`;

export default {
  forbidden: [
    rule("no-cycles", "Files that import each other cannot be read on their own.", {}, { circular: true }),
    ...FLOORS.flatMap((names, floor) =>
      names.map((name) =>
        rule(
          `${name}-imports-floors-below`,
          "A file imports from floors below its own (FLOORS), and from its own folder.",
          { path: pathsOf([name]) },
          { path: pathsOf([...names.filter((other) => other !== name), ...FLOORS.slice(floor + 1).flat()]) },
        ),
      ),
    ),
    ...SURFACES.split(" ").map((name) =>
      rule(
        `${name}-by-its-surface`,
        "What a folder has beside its surface (SURFACES) is its own. Tests and measurements look at single parts.",
        { path: "^(src|console|demo|docs|local-engine|packages|scripts)/", pathNot: `^src/${name}/` },
        { path: `^src/${name}/(?!index\\.ts$)`, pathNot: `^${either(BESIDE_SURFACES)}\\.ts$` },
      ),
    ),
    rule(
      "on-a-floor",
      "Every file of the service is on a floor (FLOORS).",
      {},
      { path: "^src/", pathNot: pathsOf(FLOORS.flat()) },
    ),
    rule(
      "import-alone",
      "Reading the exports of shops needs nothing of the service but what a line of a feed is.",
      { path: "^packages/import/src/" },
      { path: "^(src|console|demo|local-engine)/", pathNot: "^src/(lib|schema)/|^src/catalog/product-document\\.ts$" },
    ),
    rule(
      "connectors-alone",
      "What connects a shop runs beside the service, which does not know it.",
      { path: "^(src|console|demo|local-engine|packages/(client|import))/" },
      { path: "^packages/(medusa|shopify)/" },
    ),
    rule(
      "engine-alone",
      "Starting an engine needs nothing of the service but how it talks to engines.",
      { path: "^local-engine/" },
      {
        path: "^(src|console|demo|packages)/",
        pathNot: "^src/(engine|lib)/|^src/(package|part-file|process-start)\\.ts$",
      },
    ),
    rule(
      "beside-the-service",
      "Only what puts the service together, and its commands, know the console, the imports and the local engine.",
      { path: "^src/", pathNot: "^src/((commands|composition)/|program\\.ts$)" },
      { path: "^(console/server|packages/import|local-engine)/" },
    ),
    rule("pure", "Pure files import pure files and types.", pure, {
      dependencyTypesNot: ["type-only"],
      pathNot: [...pure.path, ...PURE_PACKAGES],
    }),
    rule("pure-without-io", "Pure files import no file that does I/O.", pure, {
      dependencyTypesNot: ["type-only"],
      path: pure.pathNot,
    }),
    rule(
      "client-in-engine",
      "Only engine/ talks to OpenSearch.",
      { path: "^(src|console/server|local-engine|packages/import)/", pathNot: "^src/engine/" },
      { path: "node_modules/@opensearch-project/" },
    ),
    rule(
      "one-way-into-force",
      "A configuration comes into force through publish() alone, which reviews what shoppers would lose.",
      { path: "^(src|console/server|packages/import)/", pathNot: "^src/(storefront/clients|publishing/publish)\\.ts$" },
      { path: "^src/storefront/write-client\\.ts$", dependencyTypesNot: ["type-only"] },
    ),
    rule(
      "clients-in-storefront",
      "Nobody else knows where clients are stored.",
      { path: "^(src|console/server|packages/import)/", pathNot: "^src/(storefront|publishing)/" },
      { path: "^src/storefront/stored-client\\.ts$", dependencyTypesNot: ["type-only"] },
    ),
    rule(
      "express-at-the-edge",
      "Only routes, http/ and what puts the service together know Express.",
      {
        path: "^(src|console/server|packages/import)/",
        pathNot: "^src/(http|composition)/|routes\\.ts$|^src/(app|bootstrap)\\.ts$",
      },
      { path: "node_modules/(@types/)?express/", dependencyTypesNot: ["type-only"] },
    ),
    rule(
      "src-alone",
      "The service runs without what stands beside it.",
      { path: "^src/" },
      { path: "^(console/(?!server/)|demo|quality|scripts|test)/" },
    ),
    rule(
      "measurements-share-quality-shared",
      "Programs of quality/ share what is in quality/shared/ and do not import each other.",
      { path: "^quality/([^/]+)/" },
      { path: "^quality/(?!shared/)", pathNot: "^quality/$1/" },
    ),
    rule(
      "no-dev-packages",
      "What is installed for development is missing in production; containers are started where it is there.",
      { path: "^(src|demo|console/server|local-engine)/", pathNot: "^(demo/shop/|local-engine/docker-engine\\.ts$)" },
      { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["type-only"] },
    ),
    rule(
      "pages-know-types",
      "The console's pages run in browsers. Of the service, they may import types and functions without Node: text folding, taste tokens, time zones, campaign periods, comparison and merging of configurations, default items, address patterns and the texts of a review.",
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
        "A listing is read from its route to its request: a file imports none of those before it (LISTING).",
        { path: `^src/search/listing/${name}\\.ts$` },
        { path: `^src/search/listing/(?!${either([name, ...LISTING.slice(at + 1)])}\\.ts$)` },
      ),
    ),
    rule(
      "one-order",
      "Only what ranks, explains and suggests asks the personal signals: an order is computed in one place.",
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
      "A file that nothing imports is left over.",
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
