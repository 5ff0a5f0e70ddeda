import type { Language } from "../../src/languages/languages.js";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine, type Engine } from "../../src/engine/engine.js";
import { prepareEngine, TEMPLATES_FOLDER } from "../../src/engine/templates.js";
import { findOrStartEngine } from "../../local-engine/find-or-start.js";

/**
 * Timeout in milliseconds for starting the engine. The first start on a machine also downloads the engine's jar files
 * or container image.
 */
const FIRST_START_MS = 300_000;

interface SharedEngine {
  readonly url: string;
  close(): Promise<void>;
}

/** One engine for the whole mocha process, located or started for the first suite that needs it. */
let shared: Promise<SharedEngine> | undefined;

/**
 * Returns the URL of the engine that all tests of this run share, and starts the engine if needed. The caller passes
 * the context of a hook or a test, so that the engine is stopped at the end of the run even after failures.
 */
export function sharedEngineUrl(context: Mocha.Context): Promise<string> {
  // A test runner that uses several processes starts one engine for all processes.
  const { TEST_ENGINE_URL: given } = process.env;
  if (given !== undefined) return Promise.resolve(given);
  if (shared === undefined) {
    const starting = startSharedEngine();
    shared = starting;
    rootOf(context).afterAll("stop the engine", async function () {
      shared = undefined;
      // A failed start was reported by the hook that requested the engine, and left no process to stop.
      await starting.then(
        (engine) => engine.close(),
        () => undefined,
      );
    });
  }
  return shared.then((engine) => engine.url);
}

/**
 * Provides the enclosing suite with an engine and a random index prefix. After the suite, all indices and templates with this prefix are
 * deleted.
 */
export function useEngine(): { readonly engine: Engine } {
  let engine: Engine | undefined;

  before("find or start an engine", async function () {
    this.timeout(FIRST_START_MS);
    engine = createEngine({ url: await sharedEngineUrl(this), prefix: randomPrefix() });
  });

  after("delete what the suite stored", async () => {
    if (engine === undefined) return;
    try {
      await deleteByPrefix(engine);
    } finally {
      await engine.close();
    }
  });

  return {
    get engine() {
      if (engine === undefined) throw new Error("the engine is there in hooks and tests, not while suites are defined");
      return engine;
    },
  };
}

/** Like `useEngine`, with the templates and indices that the service creates at startup. */
export function usePreparedEngine(languages: readonly Language[] = ["english"]): { readonly engine: Engine } {
  const engineOf = useEngine();
  before("install templates and make indices", () =>
    prepareEngine(engineOf.engine, TEMPLATES_FOLDER, { languages, shards: 1 }),
  );
  return engineOf;
}

/** A random prefix that is unique across suites, runs and instances. */
export function randomPrefix(): string {
  return `test-${randomBytes(6).toString("hex")}-`;
}

/** Deletes the indices and templates whose names start with the engine's prefix. Indices are deleted by full name. */
export async function deleteByPrefix(engine: Engine): Promise<void> {
  const wildcard = `${encodeURIComponent(engine.prefix)}*`;
  const indices = await engine.call<{ index: string }[]>("cat", {
    method: "GET",
    path: `/_cat/indices/${wildcard}`,
    querystring: { format: "json", h: "index", expand_wildcards: "all" },
  });
  const names = indices.map(({ index }) => encodeURIComponent(index));
  // Deletes several indices per call, because the engine writes the cluster state once per call.
  while (names.length > 0) {
    await engine.call("delete_index", { method: "DELETE", path: `/${names.splice(0, INDICES_A_CALL).join(",")}` });
  }
  // Lists all templates, because the engine rejects a name pattern without a match, in lookups and in deletions.
  const { index_templates } = await engine.call<{ index_templates: { name: string }[] }>("templates", {
    method: "GET",
    path: "/_index_template",
  });
  if (index_templates.some(({ name }) => name.startsWith(engine.prefix))) {
    await engine.call("delete_template", { method: "DELETE", path: `/_index_template/${wildcard}` });
  }
}

/** Number of indices deleted per call, few enough that the index names fit into a URL of at most 4 KB. */
const INDICES_A_CALL = 20;

/** Starts an engine, which the caller must close. Test suites call `useEngine` instead. */
export async function startSharedEngine(): Promise<SharedEngine> {
  const dataDir = await mkdtemp(join(tmpdir(), "vitrine-test-"));
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  try {
    const engine = await findOrStartEngine({
      opensearchUrl: process.env["OPENSEARCH_URL"],
      dataDir,
      java: { openSearchJavaHome: process.env["OPENSEARCH_JAVA_HOME"], javaHome: process.env["JAVA_HOME"] },
      keepData: false,
      onProgress: () => undefined,
    });
    return {
      url: engine.url,
      close: async () => {
        await engine.close();
        await removeData();
      },
    };
  } catch (error) {
    await removeData();
    throw error;
  }
}

function rootOf(context: Mocha.Context): Mocha.Suite {
  let suite = context.runnable().parent;
  while (suite?.parent !== undefined) suite = suite.parent;
  if (suite === undefined) throw new Error("a hook or test belongs to a suite");
  return suite;
}
