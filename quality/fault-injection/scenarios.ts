import type { Scenario } from "./scenario.js";
import { loseOneOfThree } from "./cluster.js";
import { restoreBackups } from "./backup-restored.js";
import { cutImports } from "./cut-imports.js";
import { illEngine } from "./engine-ill.js";
import { freezeEngineUnderEvents, killEngineUnderEvents } from "./engine-lost.js";
import { eraseUnderLoad } from "./erasure.js";
import { holdEventLoop } from "./event-loop-held.js";
import { fuzz } from "./fuzz.js";
import { damageResponses } from "./faulty-responses.js";
import { killDuringJobs, stopDuringJobs } from "./jobs-interrupted.js";
import { overload } from "./overload.js";
import { loseProcessesWithFolders } from "./own-folders.js";
import { includePrivateFields } from "./private-fields.js";
import { disorderProducts } from "./products-disordered.js";
import { killRestores } from "./restore-killed.js";
import { restartInTurns } from "./rolling-restart.js";
import { compareShards } from "./shards-agree.js";
import { killServiceUnderEvents } from "./service-killed.js";
import { soak } from "./soak.js";
import { holdSlowConnections } from "./slow-clients.js";
import { takeOver } from "./takeover.js";

/** All scenarios, in execution order. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: "service-killed",
    does: "kills the service (SIGKILL) at random times while it receives 200 events per second",
    seconds: { full: 180, short: 10 },
    run: killServiceUnderEvents,
  },
  {
    name: "engine-killed",
    does: "kills OpenSearch while events are sent and listings requested, and restarts it with its data",
    seconds: { full: 120 },
    run: killEngineUnderEvents,
  },
  {
    name: "engine-frozen",
    does: "freezes OpenSearch while events are sent and listings requested, and resumes it",
    seconds: { full: 90, short: 5 },
    run: freezeEngineUnderEvents,
  },
  {
    name: "engine-ill",
    does: "slows down, freezes and kills OpenSearch for half a minute each, and requests listings that were served before",
    seconds: { full: 150 },
    run: illEngine,
  },
  {
    name: "jobs-killed",
    does: "kills the service and OpenSearch at random times during feeds in the modes insert and soft_replace",
    seconds: { full: 180, short: 30 },
    run: killDuringJobs,
  },
  {
    name: "products-disordered",
    does: "sends product updates out of order and repeatedly, with a full feed in between, and kills the service (SIGKILL)",
    seconds: { full: 240, short: 30 },
    run: disorderProducts,
  },
  {
    name: "jobs-stopped",
    does: "stops the service cleanly ten times during an ingestion job",
    seconds: { full: 60 },
    run: stopDuringJobs,
  },
  {
    name: "own-folders",
    does: "kills and restarts service processes with separate data folders during feeds; only one process accepts feeds",
    seconds: { full: 300, short: 30 },
    run: loseProcessesWithFolders,
  },
  {
    name: "faulty-answers",
    does: "empties, truncates, corrupts, drops and delays responses of OpenSearch while events, feeds and requests are processed",
    seconds: { full: 180, short: 30 },
    run: damageResponses,
  },
  {
    name: "takeover",
    does: "kills the process that runs an ingestion job, and measures the time until another process takes over",
    seconds: { full: 300 },
    run: takeOver,
  },
  {
    name: "cut-imports",
    does: "imports truncated files into catalogues imported from the complete files",
    seconds: { full: 2_400, short: 30 },
    run: cutImports,
  },
  {
    name: "fuzzing",
    does: "sends valid, nearly valid and hostile requests, generated from the OpenAPI document",
    seconds: { full: 600, short: 120 },
    run: fuzz,
  },
  {
    name: "private-fields",
    does: "sends 10,000 random requests to two shops that differ only in private fields, and compares the responses",
    seconds: { full: 2_400, short: 90 },
    run: includePrivateFields,
  },
  {
    name: "erasure",
    does: "erases the data of a shopper who keeps sending events, kills the service during the erasure, and repeats the erasure",
    seconds: { full: 60, short: 10 },
    run: eraseUnderLoad,
  },
  {
    name: "backup-restored",
    does: "creates backups while events and feeds are processed, and restores the last backup into a second, empty OpenSearch",
    seconds: { full: 120, short: 15 },
    run: restoreBackups,
  },
  {
    name: "restore-killed",
    does: "kills the restore command at points distributed over the whole restore of a backup",
    seconds: { full: 900, short: 120 },
    run: (ground) => killRestores(ground, "command"),
  },
  {
    name: "restore-engine-killed",
    does: "kills OpenSearch at points distributed over the whole restore of a backup",
    seconds: { full: 300, short: 120 },
    run: (ground) => killRestores(ground, "engine"),
  },
  {
    name: "rolling-restart",
    does: "restarts two service processes in turn while clients keep their connections open and do not retry requests",
    seconds: { full: 120 },
    run: restartInTurns,
  },
  {
    name: "cluster",
    does: "restarts three service processes and three OpenSearch nodes in turn, and kills nodes, while clients retry failed requests",
    seconds: { full: 300, short: 1 },
    run: loseOneOfThree,
  },
  {
    name: "shards",
    does: "compares the responses of a shop with one shard and a shop with three shards and replicas, before and after feeds",
    seconds: { full: 600 },
    run: compareShards,
  },
  {
    name: "slow-clients",
    does: "opens 1,100 slow connections to a service with a limit of 1,024 open files",
    seconds: { full: 60 },
    run: holdSlowConnections,
  },
  {
    name: "hostile-bodies",
    does: "sends request bodies of at most 64 KB that are expensive to process to all routes that accept a body",
    seconds: { full: 900 },
    run: holdEventLoop,
  },
  {
    name: "overload",
    does: "sends ten times the load that can be served, and freezes OpenSearch under load",
    seconds: { full: 120 },
    run: overload,
  },
  {
    name: "soak",
    does: "sends mixed traffic, feeds, configuration changes and data erasures for two hours, and checks that resource usage stays constant",
    seconds: { full: 7_200, short: 15 },
    run: soak,
  },
];
