import { createHash } from "node:crypto";
import type { Engine } from "../../engine/engine.js";
import { getMappingMeta, putMapping } from "../../engine/indices.js";
import { catalogVersion, installedCatalogVersion } from "../../engine/templates.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import { settingsToReindex } from "../../storefront/effects.js";

/**
 * Hash of everything that determines the indexed documents, except the stored products: the version of this release's catalogue template,
 * the settings that need a reindex, and the engine's major version. The template version is incremented manually when mapping, analysis or
 * document code changes. The engine version is included because a cloned index keeps its original format. Equal fingerprints and sources
 * give equal documents. The installed template is not used, because a newer release may already have replaced it during an upgrade.
 */
export async function buildFingerprintOf(engine: Engine, configuration: StorefrontConfiguration): Promise<string> {
  const [version, info] = await Promise.all([
    catalogVersion(),
    engine.call<{ version: { number: string } }>("info", { method: "GET", path: "/" }),
  ]);
  const parts = [version, info.version.number.split(".")[0], settingsToReindex(configuration)];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}

/** Returns the build fingerprint that all documents of a catalogue generation share; undefined if the fingerprints may differ. */
export async function buildFingerprintIn(engine: Engine, index: string): Promise<string | undefined> {
  return (await getMappingMeta(engine, index))["build_fingerprint"] as string | undefined;
}

/** Removes the build fingerprint of a catalogue generation before documents with another fingerprint are added. */
export async function mixBuildFingerprints(
  engine: Engine,
  index: string,
  buildFingerprint: string | null,
): Promise<void> {
  const { build_fingerprint: had, ...meta } = await getMappingMeta(engine, index);
  if (had !== undefined && had !== buildFingerprint) await putMapping(engine, index, { _meta: meta });
}

/**
 * Whether a catalogue generation must be rebuilt, because some of its documents were built with another fingerprint. Returns false if a
 * newer release has built the generation or is starting.
 */
export async function isStale(engine: Engine, index: string, configuration: StorefrontConfiguration): Promise<boolean> {
  const [{ build_fingerprint, version = 0 }, installed, own, wanted] = await Promise.all([
    getMappingMeta(engine, index) as Promise<{ readonly build_fingerprint?: string; readonly version?: number }>,
    installedCatalogVersion(engine, configuration.language),
    catalogVersion(),
    buildFingerprintOf(engine, configuration),
  ]);
  return build_fingerprint !== wanted && Math.max(version, installed) <= own;
}
