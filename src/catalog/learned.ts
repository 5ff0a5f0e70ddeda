import { hashOf } from "../lib/hash.js";
import { getDocuments } from "../engine/documents.js";
import type { Engine } from "../engine/engine.js";
import { updateMatching } from "../engine/by-query.js";

/** The signals learned about a product from shoppers' behaviour, as stored in the product's document. */
export interface Learned {
  /** How much interest there is in it, in the units of `popularity.event_weights`, decayed to when it was written. */
  readonly popularity: number;
  /**
   * The same for ever: when a product without any interest must have been released to be worth as much as this one's
   * interest, in seconds since 1970. Null without interest.
   */
  readonly heat: number | null;
  /** The rise of its popularity above the usual, in doublings; 0 unless there is enough data. */
  readonly trend: number;
}

/** The signals of a product without any views. */
export const NOTHING_LEARNED: Learned = { popularity: 0, heat: null, trend: 0 };

export const signalsIndex = ({ prefix }: Pick<Engine, "prefix">): string => `${prefix}product-signals`;

/** Of one length, however long identifiers are. */
export const signalsId = (clientId: string, productIdentifier: string): string => hashOf([clientId, productIdentifier]);

/** Reads the signals of products, in real time, in the given order. @throws errors of the engine as they are */
export async function readLearned(engine: Engine, clientId: string, ids: readonly string[]): Promise<Learned[]> {
  const keys = ids.map((id) => signalsId(clientId, id));
  const found = await getDocuments<{ readonly learned: Learned }>(engine, signalsIndex(engine), keys, {
    includes: ["learned"],
  });
  return found.map((one) => one?.source.learned ?? NOTHING_LEARNED);
}

/** Has all that was learnt about a client's products written into their documents again: these are from another time. */
export async function markSignalsStale(engine: Engine, clientId: string): Promise<void> {
  const products = {
    bool: { filter: [{ term: { client_id: clientId } }, { exists: { field: "product_identifier" } }] },
  };
  await updateMatching(engine, signalsIndex(engine), products, "pending", true);
}
