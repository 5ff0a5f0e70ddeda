import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { SIGNALS_LEASE } from "../behaviour/index.js";
import { VECTORS_LEASE } from "../semantic/index.js";
import type { Config } from "../config.js";
import type { Engine } from "../engine/engine.js";
import { listIndices, stateIndex } from "../engine/indices.js";
import { createLeases, LeaseLostError, type Lease } from "../engine/lease.js";
import {
  beginSnapshot,
  deleteSnapshot,
  readSnapshot,
  snapshotProgress,
  verifyRepository,
  type Snapshot,
} from "../engine/snapshots.js";
import { packageVersion } from "../package.js";
import { listClients } from "../storefront/clients.js";
import { columns } from "./output.js";
import { CommandError } from "./command-error.js";
import { explained, openRepository, type RepositoryOptions, snapshotsIn } from "./snapshot-repository.js";

export interface BackupOptions extends RepositoryOptions {
  /** Name of the snapshot. Default: index prefix and time. */
  readonly snapshot?: string;
  /** Number of backups of this installation to keep in the repository. Default: all. */
  readonly keep?: number;
}

export interface BackupRun {
  readonly print: (line: string) => void;
  /** Called with the number of completed shards and the total number of shards. */
  readonly onProgress: (done: number, of: number) => void;
  /** Cancels the backup and deletes its snapshot. */
  readonly signal: AbortSignal;
  readonly now: Date;
}

const POLL_MS = 200;

/**
 * Creates a snapshot of all indices of this installation. A snapshot copies shards at different moments. Therefore, the command acquires
 * the leases of jobs, learners and migrations, so that related indices do not change during the backup.
 * @throws {CommandError} if the backup fails; the incomplete snapshot is deleted
 */
export async function backupCommand(
  engine: Engine,
  config: Config,
  options: BackupOptions,
  run: BackupRun,
): Promise<void> {
  const { repository, keep } = options;
  const { print, signal, now } = run;
  if (!(await listIndices(engine, `${engine.prefix}*`)).includes(stateIndex(engine))) {
    throw new CommandError(`there are no indices to back up with the prefix ${engine.prefix} (INDEX_PREFIX)`);
  }
  await openRepository(engine, options, "write");
  await explained(`failed to write to the snapshot repository ${repository}`, () =>
    verifyRepository(engine, repository),
  );
  const name =
    options.snapshot ?? `${engine.prefix}${now.toISOString().slice(0, 19).replaceAll(":", "-").toLowerCase()}`;

  const held: Lease[] = [];
  try {
    await holdStill(engine, config, held, run);
    await explained(`failed to start the backup ${name}`, () =>
      beginSnapshot(engine, repository, name, { vitrine: { prefix: engine.prefix, release: packageVersion() } }),
    );
    try {
      const taken = await untilTaken(engine, repository, name, run);
      for (const lease of held) await lease.check();
      const { bytes } = await snapshotProgress(engine, repository, name);
      print(
        `Backup ${name} in ${repository}: ${taken.indices.length} indices, ${megabytes(bytes.total)}, ` +
          `${megabytes(bytes.added)} new, ${(taken.duration_in_millis / 1000).toFixed(1)} s.`,
      );
    } catch (error) {
      await deleteSnapshot(engine, repository, name).catch(() => {
        print(`Failed to delete the incomplete snapshot ${name}. Delete it manually.`);
      });
      throw error;
    }
  } catch (error) {
    if (signal.aborted) throw new CommandError("The backup was stopped and deleted.");
    if (!(error instanceof LeaseLostError)) throw error;
    throw new CommandError(`${error.message} during the backup, which was therefore deleted; run it again`);
  } finally {
    await Promise.all(held.map((lease) => lease.release()));
  }
  const old = keep === undefined ? [] : (await ownBackups(engine, repository)).slice(0, -keep);
  for (const { snapshot } of old) {
    await deleteSnapshot(engine, repository, snapshot);
    print(`Deleted ${snapshot}.`);
  }
}

/** Returns the names of the leases that protect changes of related indices: leases to wait for and leases to seize. */
export async function leaseNames(engine: Engine): Promise<{ waited: readonly string[]; seized: readonly string[] }> {
  const clients = (await listClients({ engine })).map(({ client_id }) => client_id);
  return { waited: clients, seized: [SIGNALS_LEASE, VECTORS_LEASE] };
}

/** Acquires all leases for a backup. The function waits for jobs to end, but seizes the leases of learners, because learners never end. */
async function holdStill(
  engine: Engine,
  { ingestionLeaseSeconds }: Config,
  held: Lease[],
  { print, signal }: BackupRun,
): Promise<void> {
  const leases = createLeases(engine, `backup ${randomUUID()}`, ingestionLeaseSeconds);
  const { waited, seized } = await leaseNames(engine);
  const hold = async (take: () => Promise<Lease | undefined>, onBusy?: () => void) => {
    let lease = await take();
    if (lease === undefined) onBusy?.();
    for (; lease === undefined; lease = await take()) await pause(signal);
    held.push(lease);
  };
  for (const name of waited)
    await hold(
      () => leases.acquire(name),
      () => print(`Waiting for a job of the client ${name} to end.`),
    );
  for (const name of seized) await hold(() => leases.seize(name));
}

async function untilTaken(
  engine: Engine,
  repository: string,
  name: string,
  { onProgress, signal }: BackupRun,
): Promise<Snapshot> {
  for (;;) {
    const found = await readSnapshot(engine, repository, name);
    if (found.state !== "IN_PROGRESS") {
      onProgress(1, 1);
      if (found.state === "SUCCESS") return found;
      const failures = found.failures.map(({ index, shard_id, reason }) => `${index}[${shard_id}]: ${reason}`);
      throw new CommandError(
        [
          `the backup ${name} ended with the state ${found.state} and was deleted`,
          found.reason ?? "",
          ...failures.slice(0, 3),
        ]
          .filter((line) => line !== "")
          .join("; "),
      );
    }
    const { shards } = await snapshotProgress(engine, repository, name);
    onProgress(shards.done, shards.total);
    await pause(signal);
  }
}

const pause = (signal: AbortSignal) => delay(POLL_MS, undefined, { signal });

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/**
 * Returns the backups of this installation, oldest first. Snapshots of other installations are excluded, so that these snapshots are never
 * deleted.
 */
export async function ownBackups(engine: Engine, repository: string): Promise<readonly Snapshot[]> {
  return (await snapshotsIn(engine, repository)).filter(({ metadata, state, indices }) => {
    const ours = metadata?.["vitrine"] as { readonly prefix?: string } | undefined;
    return ours?.prefix === engine.prefix && state === "SUCCESS" && indices.includes(stateIndex(engine));
  });
}

export async function listBackupsCommand(engine: Engine, options: RepositoryOptions): Promise<string> {
  await openRepository(engine, options, "read");
  const backups = await ownBackups(engine, options.repository);
  if (backups.length === 0) return `${options.repository} contains no backup of ${engine.prefix}*.`;
  const rows = backups.map(({ snapshot, start_time, indices, metadata }) => {
    const { release = "" } = metadata?.["vitrine"] as { readonly release?: string };
    return [snapshot, start_time.slice(0, 19), `${indices.length} indices`, `release ${release}`];
  });
  return columns(rows).join("\n");
}
