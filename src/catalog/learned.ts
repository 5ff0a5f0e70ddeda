import { hashOf } from "../lib/hash.js";
import { getDocuments } from "../engine/documents.js";
import type { Engine } from "../engine/engine.js";
import { updateMatching } from "../engine/by-query.js";

/** The signals learned about a product from shoppers' behaviour, as stored in the product's document. */
export interface Learned {
  /** Interest in the product in the units of `popularity.event_weights`, decayed to the time of writing. */
  readonly popularity: number;
  /**
   * Interest of shoppers, expressed as a constant release time (seconds since 1970): a product that was released at this time and has had
   * no interest gets the same rank. Null if there is no interest.
   */
  readonly heat: number | null;
  /** Increase of the product's popularity over the usual level, as a binary logarithm (1 = doubled); 0 without sufficient data. */
  readonly trend: number;
}

/** The signals of a product without any views. */
export const NOTHING_LEARNED: Learned = { popularity: 0, heat: null, trend: 0 };

export const signalsIndex = ({ prefix }: Pick<Engine, "prefix">): string => `${prefix}product-signals`;

/** Returns the document id for the signals of a product: a hash, so that all stored ids have the same length. */
export const signalsId = (clientId: string, productIdentifier: string): string => hashOf([clientId, productIdentifier]);

/** Reads the signals of products in real time, in the given order. @throws the errors of the engine */
export async function readLearned(engine: Engine, clientId: string, ids: readonly string[]): Promise<Learned[]> {
  const keys = ids.map((id) => signalsId(clientId, id));
  const found = await getDocuments<{ readonly learned: Learned }>(engine, signalsIndex(engine), keys, {
    includes: ["learned"],
  });
  return found.map((one) => one?.source.learned ?? NOTHING_LEARNED);
}

/**
 * Marks all learned signals of a client, so that the signals are written into the client's products again. Used if the signals in the
 * product documents are outdated.
 */
export async function markSignalsStale(engine: Engine, clientId: string): Promise<void> {
  const products = {
    bool: { filter: [{ term: { client_id: clientId } }, { exists: { field: "product_identifier" } }] },
  };
  await updateMatching(engine, signalsIndex(engine), products, "pending", true);
}
