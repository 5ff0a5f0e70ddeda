import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Bench } from "../bench.js";
import type { FloorOrder } from "./floor-process.js";

export interface Floor {
  readonly url: string;
  readonly pid: number;
  close(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL("floor-process.ts", import.meta.url));

/** Starts what cannot be beaten, as a process of its own. @param answer what it answers */
export async function startFloor({ engineUrl, prefix }: Bench, answer: Buffer): Promise<Floor> {
  const order: FloorOrder = { engineUrl, prefix, answer: answer.toString() };
  const child = fork(PROGRAM, { execArgv: ["--import", "tsx"] });
  const ended = once(child, "exit");
  child.send(order);
  const [url] = (await Promise.race([
    once(child, "message"),
    ended.then(() => {
      throw new Error("the floor ended before it served");
    }),
  ])) as [string];
  return {
    url,
    pid: child.pid as number,
    async close() {
      child.disconnect();
      await ended;
    },
  };
}
