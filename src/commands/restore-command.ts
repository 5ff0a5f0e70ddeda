import { setTimeout as delay } from "node:timers/promises";
import type { Engine } from "../engine/engine.js";
import { listIndices } from "../engine/indices.js";
import { createLeases } from "../engine/lease.js";
import { beginRestore, listSnapshots, primaryShards, type PrimaryShard, type Snapshot } from "../engine/snapshots.js";
import { stateIndex } from "../engine/state-index.js";
import { leaseNames, ownBackups } from "./backup-command.js";
import { CommandError } from "./command-error.js";
import { explained, openRepository, type RepositoryOptions } from "./snapshot-repository.js";

export interface RestoreOptions extends RepositoryOptions {
  /** A name, or "latest". */
  readonly snapshot: string;
}

const POLL_MS = 200;
/** A cluster that has begun to restore a shard nowhere for so long never will. */
const STUCK_MS = 30_000;
const SHOWN = 5;
const LEASE_SECONDS = 30;

export interface RestoreRun {
  /** Told of shards. */
  readonly onProgress: (done: number, of: number) => void;
  /** For how long nothing may happen while shards are missing; 30 s unless given. */
  readonly stuckMs?: number;
}

/** Restores everything that a backup holds of this installation into a cluster that has nothing of it. */
export async function restoreCommand(engine: Engine, options: RestoreOptions, run: RestoreRun): Promise<string> {
  const { repository } = options;
  await refuseOccupied(engine);
  await openRepository(engine, options, "read");
  const { snapshot: name, indices, start_time } = await findSnapshot(engine, options);
  const own = indices.filter((index) => index.startsWith(engine.prefix));
  await explained(`the backup ${name} cannot be restored`, () => beginRestore(engine, repository, name, own));
  await untilRestored(engine, run);
  await releaseLeases(engine);
  return [
    `Restored ${own.length} indices of ${name}, as they were at ${start_time.slice(0, 19)} UTC. Start the service now.`,
    "Since then: send feeds again, and repeat what was erased (docs/operations.md, Restore).",
  ].join("\n");
}

async function refuseOccupied(engine: Engine): Promise<void> {
  const there = await listIndices(engine, `${engine.prefix}*`);
  if (there.length === 0) return;
  throw new CommandError(
    `the cluster must have no index ${engine.prefix}* before a restore, and has ${listed(there)}: stop all services that use ` +
      "it (they make indices when they start) and delete these, or restore into an empty cluster",
  );
}

async function findSnapshot(engine: Engine, { repository, snapshot }: RestoreOptions): Promise<Snapshot> {
  if (snapshot === "latest") {
    const latest = (await ownBackups(engine, repository)).at(-1);
    if (latest !== undefined) return latest;
  }
  const all = await explained(`the repository ${repository} cannot be read`, () => listSnapshots(engine, repository));
  const found = all.find((one) => one.snapshot === snapshot);
  if (found === undefined) {
    throw new CommandError(
      snapshot === "latest"
        ? `no backup of ${engine.prefix}* is in ${repository}; it has ${listed(all.map((one) => one.snapshot))}`
        : `no snapshot ${snapshot} is in ${repository}; it has ${listed(all.map((one) => one.snapshot))}`,
    );
  }
  if (found.state !== "SUCCESS") {
    throw new CommandError(`the snapshot ${snapshot} is ${found.state}; only one that is SUCCESS can be restored`);
  }
  if (!found.indices.includes(stateIndex(engine))) {
    throw new CommandError(
      `the snapshot ${snapshot} holds nothing of INDEX_PREFIX ${engine.prefix}; it holds ${listed(found.indices)}`,
    );
  }
  return found;
}

/** Their holder is the backup. Whoever starts now need not find out that it is gone. */
async function releaseLeases(engine: Engine): Promise<void> {
  const leases = createLeases(engine, "restore", LEASE_SECONDS);
  const { waited, seized } = await leaseNames(engine);
  for (const name of [...waited, ...seized]) {
    const lease = await leases.seize(name);
    await lease?.release();
  }
}

/** @throws CommandError when a part of it cannot be restored */
async function untilRestored(engine: Engine, { onProgress, stuckMs = STUCK_MS }: RestoreRun): Promise<void> {
  let aliveAt = performance.now();
  for (let done = 0; ;) {
    await delay(POLL_MS);
    const shards = await primaryShards(engine);
    const started = shards.filter(({ state }) => state === "STARTED" || state === "RELOCATING").length;
    onProgress(started, shards.length);
    if (started === shards.length) return;
    if (started > done || shards.some(({ state }) => state === "INITIALIZING")) aliveAt = performance.now();
    done = started;
    if (performance.now() - aliveAt < stuckMs) continue;
    const missing = shards.filter(({ state }) => state === "UNASSIGNED");
    throw new CommandError(
      `${missing.length} of ${shards.length} shards cannot be restored: ${listed(missing.map(described))}. ` +
        `Delete ${engine.prefix}* before the next try`,
    );
  }
}

const described = (shard: PrimaryShard) =>
  `${shard.index}[${shard.shard}] (${shard["unassigned.details"] ?? shard["unassigned.reason"] ?? "no reason"})`;

function listed(names: readonly string[]): string {
  if (names.length === 0) return "none";
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
  return `${names.slice(0, SHOWN).join(", ")}${more}`;
}
