import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { until } from "../../../test/support/until.js";
import type { ServiceProcess } from "../../../test/support/process.js";

/** Share of each request stage in Node's CPU time, largest share first. */
export type Stages = readonly (readonly [stage: string, share: number])[];

/**
 * Request stage of each file or folder in `src`. The first matching entry applies; new files in a listed folder need no
 * entry.
 */
const STAGES: readonly (readonly [stage: string, path: RegExp])[] = [
  ["cache", /^lib\/cache|^catalog\/(cache|catalog-version)/],
  ["parse", /^search\/(listing\/(routes|parse)|request-schema)|^filters\/|^schema\/|^http\/validation/],
  [
    "rank",
    /^search\/match\/(rank|window|reranker)|^catalog\/features|^lib\/interned|^personalization\/(?!taste-store|personalizer)/,
  ],
  ["taste", /^personalization\//],
  ["items", /^search\/(listing\/items|projection)|^catalog\/(products|product)/],
  ["response", /^search\/(listing\/response|response-schema)|^lib\/json-text/],
  ["page", /^search\/(listing\/(page|products)|paging)/],
  ["match", /^search\/(match|facets|text)|^catalog\/(matching|feature-tables)|^lib\/hash/],
  ["plan", /^search\//],
  ["engine client", /^engine\//],
  ["impressions and metrics", /^(tracking|observability)\//],
  ["http", /^http\/|^app/],
];

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Environment variables of a service process that can be profiled. */
export const profiled = (dataDir: string): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--import ${new URL("profiler.mjs", import.meta.url).href}`,
  PROFILE_FILE: profileFile({ dataDir }),
});

const profileFile = ({ dataDir }: Pick<ServiceProcess, "dataDir">): string => join(dataDir, "bench.cpuprofile");
const WRITTEN_MS = 60_000;

/**
 * Profiles a service for some seconds under load. Time in packages and Node internals counts towards the calling stage.
 */
export async function stagesOf(service: ServiceProcess, seconds: number): Promise<Stages> {
  process.kill(service.pid, "SIGUSR2");
  await delay(seconds * 1000);
  process.kill(service.pid, "SIGUSR2");
  let profile: Profile | undefined;
  const isWritten = async () => {
    const text = await readFile(profileFile(service), "utf8").catch(() => "");
    // Ignore an incomplete file, because Node is still writing the profile.
    if (text.endsWith("}")) profile = JSON.parse(text) as Profile;
    return profile !== undefined;
  };
  await until("the profile", isWritten, WRITTEN_MS);
  return sharesOf(profile as unknown as Profile);
}

/** Returns the share of each stage in the CPU time of a profile, without idle time. */
export function sharesOf({ nodes, samples, timeDeltas }: Profile): Stages {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const stages = new Map<number, string | undefined>();
  const stage = (id: number | undefined): string | undefined => {
    if (id === undefined) return undefined;
    if (!stages.has(id)) stages.set(id, stageOf(byId.get(id) as ProfileNode) ?? stage(parents.get(id)));
    return stages.get(id);
  };
  const times = new Map<string, number>();
  for (const [at, id] of samples.entries()) {
    const name = stage(id) ?? "Node.js internals: sockets, timers, promises";
    if (name !== IDLE) times.set(name, (times.get(name) ?? 0) + (timeDeltas[at] ?? 0));
  }
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times].map(([name, time]) => [name, time / total] as const).sort(([, a], [, b]) => b - a);
}

const IDLE = "idle";

function stageOf({ callFrame: { functionName, url } }: ProfileNode): string | undefined {
  if (functionName === "(idle)" || functionName === "(program)") return IDLE;
  if (functionName === "(garbage collector)") return "garbage collections";
  const [, path] = url.includes("/node_modules/") ? [] : (/\/(?:dist|src)\/(?:src\/)?(.+)\.[jt]s$/.exec(url) ?? []);
  return path === undefined ? undefined : (STAGES.find(([, fits]) => fits.test(path))?.[0] ?? "other");
}
