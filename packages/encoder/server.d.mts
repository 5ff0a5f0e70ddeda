import type { Server } from "node:http";

export declare function createEmbeddingsServer(
  model: string,
  encode: (texts: readonly string[]) => Promise<readonly Float32Array[]>,
): Server;
