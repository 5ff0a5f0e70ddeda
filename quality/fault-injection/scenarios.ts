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
    does: "kills the service (-9) at random moments while 200 events a second come in",
    seconds: { full: 180, short: 10 },
    run: killServiceUnderEvents,
  },
  {
    name: "engine-killed",
    does: "kills the engine with events and listings in flight, and starts it again on its data",
    seconds: { full: 120 },
    run: killEngineUnderEvents,
  },
  {
    name: "engine-frozen",
    does: "freezes the engine with events and listings in flight, and lets it go on",
    seconds: { full: 90, short: 5 },
    run: freezeEngineUnderEvents,
  },
  {
    name: "engine-ill",
    does: "slows, freezes and kills the engine for half a minute each, and asks for listings that were served before",
    seconds: { full: 150 },
    run: illEngine,
  },
  {
    name: "jobs-killed",
    does: "kills service and engine at random points of inserts and soft_replaces",
    seconds: { full: 180, short: 30 },
    run: killDuringJobs,
  },
  {
    name: "products-disordered",
    does: "sends what happened in a shop in disorder and repeatedly, with a full feed between, and kills the service (-9)",
    seconds: { full: 240, short: 30 },
    run: disorderProducts,
  },
  {
    name: "jobs-stopped",
    does: "stops the service cleanly ten times in the middle of a job",
    seconds: { full: 60 },
    run: stopDuringJobs,
  },
  {
    name: "own-folders",
    does: "sends feeds to processes that share no folder, of which one accepts them, and kills these, each to start again on its own folder",
    seconds: { full: 300, short: 30 },
    run: loseProcessesWithFolders,
  },
  {
    name: "faulty-answers",
    does: "empties, cuts, breaks, loses and delays answers between service and engine under events, feeds and shoppers",
    seconds: { full: 180, short: 30 },
    run: damageResponses,
  },
  {
    name: "takeover",
    does: "kills the process that runs a job, and measures how soon another one begins it",
    seconds: { full: 300 },
    run: takeOver,
  },
  {
    name: "cut-imports",
    does: "imports files that were cut off over the live catalogues that came from the whole ones",
    seconds: { full: 2_400, short: 30 },
    run: cutImports,
  },
  {
    name: "fuzzing",
    does: "sends valid, nearly valid and hostile requests, made from the OpenAPI document as it is served",
    seconds: { full: 600, short: 120 },
    run: fuzz,
  },
  {
    name: "private-fields",
    does: "asks two shops, whose catalogues differ in private fields alone, 10,000 times at random what they must not tell",
    seconds: { full: 2_400, short: 90 },
    run: includePrivateFields,
  },
  {
    name: "erasure",
    does: "erases a shopper whose events keep coming, kills the service in the middle of it, and erases again",
    seconds: { full: 60, short: 10 },
    run: eraseUnderLoad,
  },
  {
    name: "backup-restored",
    does: "takes backups under events and feeds, and restores the last one into an empty second engine",
    seconds: { full: 120, short: 15 },
    run: restoreBackups,
  },
  {
    name: "restore-killed",
    does: "kills the restore of a backup at points spread over its requests",
    seconds: { full: 900, short: 120 },
    run: (ground) => killRestores(ground, "command"),
  },
  {
    name: "restore-engine-killed",
    does: "kills the engine below the restore of a backup at points spread over its requests",
    seconds: { full: 300, short: 120 },
    run: (ground) => killRestores(ground, "engine"),
  },
  {
    name: "rolling-restart",
    does: "stops and starts two processes in turns while clients keep their connections and never try again",
    seconds: { full: 120 },
    run: restartInTurns,
  },
  {
    name: "cluster",
    does: "restarts three processes and three nodes in turns, and kills nodes, while clients try again until they are answered",
    seconds: { full: 300, short: 1 },
    run: loseOneOfThree,
  },
  {
    name: "shards",
    does: "asks a shop on one shard and one on three with copies the same, before and after feeds, and wants the same answers",
    seconds: { full: 600 },
    run: compareShards,
  },
  {
    name: "slow-clients",
    does: "holds 1,100 connections open that send a byte now and then, at a service with 1,024 open files",
    seconds: { full: 60 },
    run: holdSlowConnections,
  },
  {
    name: "hostile-bodies",
    does: "sends bodies of at most 64 KB that were made to be expensive to every route that takes one",
    seconds: { full: 900 },
    run: holdEventLoop,
  },
  {
    name: "overload",
    does: "asks for ten times what can be served, and freezes the engine under load",
    seconds: { full: 120 },
    run: overload,
  },
  {
    name: "soak",
    does: "serves mixed traffic, feeds, changes and erasures for two hours, in which nothing it holds may grow",
    seconds: { full: 7_200, short: 15 },
    run: soak,
  },
];
