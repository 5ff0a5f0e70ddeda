import { getDocuments } from "../../engine/documents.js";
import { allowWrites, refresh } from "../../engine/indices.js";
import { countDocuments } from "../../engine/search-documents.js";
import { isVisibleField } from "../../filters/visible-fields.js";
import { flatten } from "../flatten.js";
import type { DecidedFields, FieldScan } from "../field-scan.js";
import { BASE_FIELD_TYPES, declaredTypes, nextTypes } from "../field-types.js";
import type { FieldTypes } from "../fields.js";
import { readFieldTypes } from "../live.js";
import type { ProductSource, Version } from "../product-document.js";
import { type TaxonomyScan, sameTaxonomy } from "../taxonomy.js";
import { announce } from "./announce.js";
import { pages } from "./carry-over.js";
import { type Kept, compareWithLive } from "./compare-live.js";
import { FeedProducts } from "./feed-products.js";
import { checkSource } from "./feed-source.js";
import {
  addFields,
  cloneGeneration,
  createGeneration,
  deleteAbandonedGenerations,
  liveGeneration,
  readCatalogState,
  recordSnapshot,
  recordState,
  snapshotOf,
} from "./generations.js";
import { letsLinesPass } from "./ingestion-store.js";
import { JobFailure, type JobRun } from "./job.js";
import { scan } from "./read-payload.js";
import { mixBuildFingerprints, buildFingerprintIn, buildFingerprintOf } from "./build-fingerprint.js";
import { compareVersions } from "./versions.js";

export const isFull = ({ job }: JobRun): boolean => job.trigger_source.mode === "soft_replace";
export const isDry = ({ job }: JobRun): boolean => job.trigger_source.dry_run === true;
export const runOfJob = ({ job }: JobRun) => ({ ingestion: job.id, attempt: job.attempts });

/** Result of the first pass over a payload, and the state of the target catalogue. */
interface ReadFeed {
  readonly live: string | undefined;
  readonly floor: Version | undefined;
  readonly buildFingerprint: string;
  /** Field types of the catalogue before this payload. */
  readonly known: FieldTypes;
  readonly fields: DecidedFields;
  readonly taxonomy: TaxonomyScan;
  readonly damaged: ReadonlySet<string>;
  /**
   * The products of a full feed, for comparison with the live products. Set only if the live documents have the current build fingerprint.
   */
  readonly products: FeedProducts | undefined;
}

export async function readFeed(run: JobRun): Promise<ReadFeed> {
  const { engine, job, configuration, report } = run;
  const { snapshot } = job.trigger_source;
  const live = await liveGeneration(engine, job.client_id);
  // If a process crashed while it copied the live index, this index may still reject writes.
  if (live !== undefined) await allowWrites(engine, live);
  const had = live === undefined ? undefined : await readFieldTypes(engine, live);
  const floor = live === undefined ? undefined : await snapshotOf(engine, live);
  const buildFingerprint = await buildFingerprintOf(engine, configuration);
  refuseOlder(snapshot, floor);
  if (live !== undefined && letsLinesPass(job) && isOneProductType(snapshot, floor)) run.meanwhile.open();
  if (snapshot !== undefined) report.newer = 0;
  const isMapped = had !== undefined && !isFull(run);
  const known = isMapped ? had : nextTypes(had ?? BASE_FIELD_TYPES, declaredTypes(configuration));
  const isAlike =
    live !== undefined &&
    isFull(run) &&
    sameTypes(had, known) &&
    (await buildFingerprintIn(engine, live)) === buildFingerprint;
  const products = isAlike ? new FeedProducts() : undefined;
  const { fields, taxonomy, damaged, last } = await scan(run, known, isMapped, products);
  report.isNotCompared = products?.isTooLarge === true;
  await checkSource(run, live, last);
  if (live !== undefined && isFull(run)) await observeDamaged(run, live, damaged, fields);
  const decided = fields.decide();
  report.warnOfPrivate(decided.added, isVisibleField(configuration.fields));
  return { live, floor, buildFingerprint, known, fields: decided, taxonomy, damaged, products };
}

/** Checks the version of the feed's snapshot. @throws {JobFailure} if the snapshot is older than the catalogue */
function refuseOlder(snapshot: Version | undefined, floor: Version | undefined): void {
  if (snapshot === undefined || floor === undefined || (compareVersions(snapshot, floor) ?? 0) >= 0) return;
  throw new JobFailure(
    `the snapshot of the feed (${snapshot}) is older than the snapshot of the previous feed (${floor})`,
  );
}

/** Whether the versions of the feed and the catalogue have the same type (integer or time) and can be compared. */
const isOneProductType = (snapshot: Version | undefined, floor: Version | undefined): boolean =>
  snapshot === undefined || floor === undefined || compareVersions(snapshot, floor) !== undefined;

/**
 * Also scans the live fields of products with rejected lines. The new catalogue generation keeps the live data of these products, so their
 * fields must remain usable in filters.
 */
async function observeDamaged(
  { engine }: JobRun,
  live: string,
  damaged: ReadonlySet<string>,
  fields: FieldScan,
): Promise<void> {
  for (const ids of pages([...damaged], 100)) {
    for (const found of await getDocuments<ProductSource>(engine, live, ids)) {
      for (const variant of found?.source.source ?? []) fields.observe(flatten(variant.data).fields);
    }
  }
}

export interface Begun extends ReadFeed {
  readonly index: string;
  /** Number of products in the live catalogue when a full feed started. */
  readonly before: number;
  /** The part of the live catalogue that the new generation contains from the start; undefined if the new generation starts empty. */
  readonly kept?: Kept | undefined;
}

/**
 * Chooses and creates the target index. Product updates must be paused, so the live catalogue cannot change between comparison and copy.
 */
export async function begin(run: JobRun, read: ReadFeed): Promise<Begun> {
  const { engine, job, configuration, lease, halt } = run;
  const { live, known, fields, products, buildFingerprint, floor } = read;
  const { snapshot } = job.trigger_source;
  if (live !== undefined && !isFull(run) && !isDry(run)) {
    await extend(run, live, read);
    return { ...read, index: live, before: 0 };
  }
  await deleteAbandonedGenerations(engine, job.client_id, runOfJob(run));
  const generation = { language: configuration.language, clientId: job.client_id, ...runOfJob(run) };
  if (live !== undefined && !isFull(run)) {
    const index = await cloneGeneration(engine, live, generation);
    if (index === undefined) throw new JobFailure("the dry run failed to copy the catalogue");
    await addFields(engine, index, fields);
    return { ...read, index, before: 0 };
  }
  // Makes documents written by a failed insert visible to scans and counts.
  if (live !== undefined) await refresh(engine, live);
  const before = live === undefined ? 0 : await countDocuments(engine, live);
  const kept =
    products !== undefined && live !== undefined && sameTypes(known, await readFieldTypes(engine, live))
      ? await compareWithLive(engine, live, known, fields, products, halt)
      : undefined;
  if (kept !== undefined) await lease.check();
  if (kept?.isEverything === true) {
    if (isDry(run)) return { ...read, index: kept.live, before, kept };
    await run.commit();
    await lease.check();
    if (snapshot !== undefined) await recordSnapshot(engine, kept.live, snapshot);
    return { ...read, index: kept.live, before, kept };
  }
  const copy = kept && (await cloneGeneration(engine, kept.live, generation));
  if (copy === undefined) await run.ensureTemplate(configuration.language);
  const index =
    copy ??
    (await createGeneration(engine, generation, fields.types, {
      build_fingerprint: buildFingerprint,
      snapshot: snapshot ?? floor,
    }));
  if (snapshot !== undefined) await recordSnapshot(engine, index, snapshot);
  return { ...read, index, before, kept: copy === undefined ? undefined : kept };
}

/**
 * Prepares the live catalogue generation for an insert. New fields are added to the mapping and to the catalogue state before products with
 * these fields are written.
 */
async function extend(
  run: JobRun,
  live: string,
  { fields, taxonomy: scan, buildFingerprint }: ReadFeed,
): Promise<void> {
  const { engine, job } = run;
  await mixBuildFingerprints(engine, live, buildFingerprint);
  await addFields(engine, live, fields);
  // A crashed attempt may have changed the mapping or made a generation live without publishing a catalogue version.
  const state = await readCatalogState(engine, job.client_id);
  const isUntold = job.attempts > 1 || state.version === 0;
  const taxonomy = state.taxonomy && scan.decide(state.taxonomy);
  const isNew = taxonomy !== undefined && !sameTaxonomy(state.taxonomy, taxonomy);
  if (fields.added.size > 0 || isUntold || isNew) await announce(run, isNew ? { taxonomy } : {});
  else if (taxonomy !== undefined && taxonomy.lines !== state.taxonomy?.lines) {
    await recordState(engine, job.client_id, { taxonomy });
  }
}

function sameTypes(before: FieldTypes | undefined, after: FieldTypes | undefined): boolean {
  if (before === undefined || before.size !== after?.size) return false;
  return [...after].every(([field, type]) => before.get(field) === type);
}
