import { type Engine, unlessAbsent } from "../../src/engine/engine.js";

/** Mappings and settings of an index, as returned by the engine. */
interface IndexDescription {
  readonly mappings: Readonly<Record<string, unknown>>;
  readonly settings: { readonly index: Readonly<Record<string, unknown>> };
}

/** Returns the mappings and settings of an index, or undefined if the index does not exist. */
export async function describeIndex(engine: Engine, index: string): Promise<IndexDescription | undefined> {
  const path = `/${encodeURIComponent(index)}`;
  const response = await unlessAbsent(
    engine.call<Record<string, IndexDescription>>("get_index", { method: "GET", path }),
  );
  return Object.values(response ?? {})[0];
}
