import type { Attack } from "./attack.js";
import { freezeEngineUnderEvents, killEngineUnderEvents } from "./engine-lost.js";
import { eraseUnderLoad } from "./erasure.js";
import { fuzz } from "./fuzz.js";
import { killDuringJobs, stopDuringJobs } from "./jobs-interrupted.js";
import { killServiceUnderEvents } from "./service-killed.js";

/** All attacks, in the order in which they are carried out. */
export const ATTACKS: readonly Attack[] = [
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
    name: "jobs-killed",
    does: "kills service and engine at random points of inserts and soft_replaces",
    seconds: { full: 180, short: 30 },
    run: killDuringJobs,
  },
  {
    name: "jobs-stopped",
    does: "stops the service cleanly ten times in the middle of a job",
    seconds: { full: 60 },
    run: stopDuringJobs,
  },
  {
    name: "fuzzing",
    does: "sends valid, nearly valid and hostile requests, made from the OpenAPI document as it is served",
    seconds: { full: 600, short: 20 },
    run: fuzz,
  },
  {
    name: "erasure",
    does: "erases a shopper whose events keep coming, kills the service in the middle of it, and erases again",
    seconds: { full: 60, short: 10 },
    run: eraseUnderLoad,
  },
];
