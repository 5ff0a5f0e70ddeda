import type { Engine } from "../../src/engine/engine.js";
import { refresh } from "../../src/engine/indices.js";
import { scan } from "../../src/engine/point-in-time.js";
import type { UbiEvent } from "../../src/tracking/ubi-event.js";

/** Number of stored documents per event id. */
export async function countStored(engine: Engine): Promise<Map<string, number>> {
  const index = `${engine.prefix}ubi-events-*`;
  await refresh(engine, index);
  const counts = new Map<string, number>();
  for await (const hits of scan<UbiEvent>(engine, index, 5_000)) {
    for (const { _source } of hits) {
      const id = _source.event_attributes.event_id;
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  return counts;
}
