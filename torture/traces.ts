import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Engine } from "../src/engine/engine.js";
import { listIndices, refresh } from "../src/engine/indices.js";
import { scan } from "../src/engine/scan.js";

/** Where any of some texts is found in what an installation keeps: `index/document` and `file`. */
export async function tracesOf(
  marks: readonly string[],
  { engine, folder }: { readonly engine: Engine; readonly folder: string },
): Promise<string[]> {
  return [...(await inIndices(marks, engine)), ...(await inFiles(marks, folder))];
}

async function inIndices(marks: readonly string[], engine: Engine): Promise<string[]> {
  const traces: string[] = [];
  for (const index of await listIndices(engine, `${engine.prefix}*`)) {
    await refresh(engine, index);
    for await (const hits of scan<unknown>(engine, index, 2_000)) {
      for (const hit of hits) {
        const text = JSON.stringify(hit);
        const found = marks.filter((mark) => text.includes(mark));
        if (found.length > 0) traces.push(`${index.slice(engine.prefix.length)}/${hit._id}: ${found.join(", ")}`);
      }
    }
  }
  return traces;
}

async function inFiles(marks: readonly string[], folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const traces: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    // A file may go while the folder is read.
    const bytes = inflated(await readFile(path).catch(() => Buffer.alloc(0)));
    const found = marks.filter((mark) => bytes.includes(mark) || path.includes(mark));
    if (found.length > 0) traces.push(`${relative(folder, path)}: ${found.join(", ")}`);
  }
  return traces;
}

function inflated(bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes);
  } catch {
    return bytes;
  }
}
