import { readFile } from "node:fs/promises";
import { exchange } from "../shared/http.js";

/** Milliseconds per unit of CPU time in /proc, where Linux reports hundredths of a second. */
const MS_A_TICK = 10;

/**
 * Returns the CPU time of a process since its start in milliseconds, summed over its threads, without child processes.
 */
export async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => {
    throw new Error("the processor time of a process is read from /proc, which requires Linux");
  });
  // Split only the text after `) `, because the preceding process name may contain whitespace.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system] = [fields[11], fields[12]].map(Number) as [number, number];
  return (user + system) * MS_A_TICK;
}

/** Process id of a local engine. */
export async function engineProcess(engineUrl: string): Promise<number> {
  const response = await exchange(new URL("/_nodes/process", engineUrl), { method: "GET" });
  const { nodes } = JSON.parse(response.toString()) as { nodes: Record<string, { process: { id: number } }> };
  const [node] = Object.values(nodes);
  if (node === undefined) throw new Error("OpenSearch reports no nodes");
  return node.process.id;
}
