import { exchange } from "./http.js";

const BULK_LINES = 1000;
const JSON_TYPE = { "Content-Type": "application/json" };

/** Returns the bodies of bulk requests that each create up to a thousand documents. */
export function bulkBodies(documents: readonly (readonly [id: string, document: object])[]): string[] {
  const lines = documents.map(
    ([id, document]) => `{"create":{"_id":${JSON.stringify(id)}}}\n${JSON.stringify(document)}\n`,
  );
  const bodies: string[] = [];
  for (let start = 0; start < lines.length; start += BULK_LINES) {
    bodies.push(lines.slice(start, start + BULK_LINES).join(""));
  }
  return bodies;
}

/** Recreates an index, sends the bulk request bodies one after another over one connection, and refreshes the index. */
export async function load(
  engineUrl: string,
  index: string,
  settings: string,
  bodies: Iterable<string>,
): Promise<void> {
  const at = (path: string) => new URL(`/${index}${path}`, engineUrl);
  await exchange(at("?ignore_unavailable=true"), { method: "DELETE" });
  await exchange(at(""), { method: "PUT", headers: JSON_TYPE, body: settings });
  for (const body of bodies) {
    const response = await exchange(at("/_bulk?filter_path=errors"), {
      method: "POST",
      headers: { "Content-Type": "application/x-ndjson" },
      body,
    });
    if (response.toString() !== '{"errors":false}')
      throw new Error(`a bulk request to the engine failed: ${response.toString().slice(0, 300)}`);
  }
  await exchange(at("/_refresh"), { method: "POST" });
}
