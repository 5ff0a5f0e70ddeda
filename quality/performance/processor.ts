import { readFile } from "node:fs/promises";
import { exchange } from "../shared/http.js";

/** Linux counts in hundredths of a second, whatever the processor. */
const MS_A_TICK = 10;

/** Processor time that a process has taken so far, all its threads together, in milliseconds. Not that of its children. */
export async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => {
    throw new Error("the processor time of a process is read from /proc, which only Linux has");
  });
  // The name in front of `) ` may hold blanks.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system] = [fields[11], fields[12]].map(Number) as [number, number];
  return (user + system) * MS_A_TICK;
}

/** The process of an engine on this machine. */
export async function engineProcess(engineUrl: string): Promise<number> {
  const response = await exchange(new URL("/_nodes/process", engineUrl), { method: "GET" });
  const { nodes } = JSON.parse(response.toString()) as { nodes: Record<string, { process: { id: number } }> };
  const [node] = Object.values(nodes);
  if (node === undefined) throw new Error("the engine has no node");
  return node.process.id;
}
