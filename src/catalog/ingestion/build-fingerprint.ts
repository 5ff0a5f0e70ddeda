import { createHash } from "node:crypto";
import type { Engine } from "../../engine/engine.js";
import { getMappingMeta, putMapping } from "../../engine/indices.js";
import { catalogVersion, installedCatalogVersion } from "../../engine/templates.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import { settingsToReindex } from "../../storefront/effects.js";

/**
 * A hash of all that documents are made by besides what is stored of their products: the version of this release's catalogue template,
 * which is raised by hand where mapping, analysis or the code of documents changes, the settings that need a reindex, and the engine's
 * major version, because an index that is cloned keeps the format that it was made in. Documents of one recipe and the same sources are
 * the same. It is not the installed template's version: while releases run side by side that may be of a newer one.
 */
export async function buildFingerprintOf(engine: Engine, configuration: StorefrontConfiguration): Promise<string> {
  const [version, info] = await Promise.all([
    catalogVersion(),
    engine.call<{ version: { number: string } }>("info", { method: "GET", path: "/" }),
  ]);
  const parts = [version, info.version.number.split(".")[0], settingsToReindex(configuration)];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}

/** The recipe that all documents of a generation were made by; undefined where there may be several. */
export async function buildFingerprintIn(engine: Engine, index: string): Promise<string | undefined> {
  return (await getMappingMeta(engine, index))["build_fingerprint"] as string | undefined;
}

/** Told before documents are written into a generation that was made by another recipe: then it has none any more. */
export async function mixBuildFingerprints(
  engine: Engine,
  index: string,
  buildFingerprint: string | null,
): Promise<void> {
  const { build_fingerprint: had, ...meta } = await getMappingMeta(engine, index);
  if (had !== undefined && had !== buildFingerprint) await putMapping(engine, index, { _meta: meta });
}

/**
 * Whether a generation is to be built anew: by another release, by other settings, or by several of them. Not while a newer release has
 * built it or is starting.
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
