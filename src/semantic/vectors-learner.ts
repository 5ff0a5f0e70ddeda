import type { LiveCatalogs } from "../catalog/live.js";
import type { ProductSource } from "../catalog/product-document.js";
import type { Context } from "../context.js";
import type { Lease } from "../engine/lease.js";
import { scan } from "../engine/point-in-time.js";
import { countDocuments } from "../engine/search-documents.js";
import { ensureIndex } from "../engine/templates.js";
import type { Storefront } from "../storefront/client.js";
import type { Directory } from "../storefront/directory.js";
import type { EmbeddingModel } from "./embedding-model.js";
import { packVector, vectorText } from "./nearest.js";
import { productText, textDigest } from "./product-text.js";
import {
  deleteOtherModels,
  markGone,
  storedDigests,
  storeVectors,
  type ProductVector,
  vectorsIndex,
} from "./product-vectors.js";

export const VECTORS_LEASE = "product vectors";

/** Latest catalogue version in which all products have vectors, by client id. */
export type EncodedCatalogVersions = Map<string, string>;

const PAGE = 500;
/** Number of texts per request to the embedding model. If the process stops, the vectors of at most one request are lost. */
const AT_ONCE = 64;

const isSemantic = ({ configuration }: Pick<Storefront, "configuration">): boolean => configuration.search.semantic > 0;

/**
 * Updates vectors of products whose text has changed, and marks products that are no longer sold. Runs in the background. Vectors that were
 * stored before an error remain stored.
 * @throws {EmbeddingError}, and engine errors
 */
export async function encodeCatalogues(
  context: Context,
  embeddingModel: EmbeddingModel,
  directory: Directory,
  liveCatalogs: LiveCatalogs,
  catalogVersions: EncodedCatalogVersions,
  lease: Pick<Lease, "check">,
  stop: AbortSignal,
): Promise<void> {
  const { engine } = context;
  let isDone = false;
  for (const { client_id } of (await directory.listStorefronts()).filter(isSemantic)) {
    const live = await liveCatalogs.get(client_id);
    const catalogVersion = `${live?.index} ${live?.catalogVersion}`;
    if (live === undefined || catalogVersions.get(client_id) === catalogVersion) continue;
    await ensureIndex(engine, vectorsIndex(engine, embeddingModel.model));
    await encodeCatalogue(context, embeddingModel, client_id, live.index, lease, stop);
    if (stop.aborted) return;
    catalogVersions.set(client_id, catalogVersion);
    isDone = true;
  }
  if (isDone) await deleteOtherModels(engine, embeddingModel.model);
}

async function encodeCatalogue(
  { engine, metrics: { semantic } }: Context,
  embeddingModel: EmbeddingModel,
  client_id: string,
  index: string,
  lease: Pick<Lease, "check">,
  stop: AbortSignal,
): Promise<void> {
  const stored = await storedDigests(engine, embeddingModel.model, client_id);
  const back: string[] = [];
  const active = { query: { term: { active: true } } };
  let remaining = await countDocuments(engine, index, active.query);
  semantic.remaining.set(remaining);
  const changed: { readonly product_identifier: string; readonly text: string }[] = [];

  async function encode(count: number): Promise<void> {
    const some = changed.splice(0, count);
    const vectors = await embeddingModel.passages(
      some.map(({ text }) => text),
      stop,
    );
    await lease.check();
    const encoded = some.map(({ product_identifier, text }, at): ProductVector => {
      const vector = vectorText(packVector(vectors[at] as Float32Array));
      return { client_id, product_identifier, digest: textDigest(text), vector };
    });
    await storeVectors(engine, embeddingModel.model, encoded);
    semantic.encoded.inc(some.length);
  }

  for await (const hits of scan<ProductSource>(engine, index, PAGE, active)) {
    for (const { _source } of hits) {
      const { product_identifier } = _source;
      const text = productText(_source);
      const known = stored.get(product_identifier);
      stored.delete(product_identifier);
      if (known?.digest !== textDigest(text)) changed.push({ product_identifier, text });
      else if (known.gone === true) back.push(product_identifier);
    }
    while (changed.length >= AT_ONCE) {
      if (stop.aborted) return;
      await encode(AT_ONCE);
    }
    remaining -= hits.length;
    semantic.remaining.set(remaining + changed.length);
  }
  if (changed.length > 0) await encode(changed.length);
  await lease.check();
  await markGone(engine, embeddingModel.model, client_id, back, false);
  const left = [...stored].flatMap(([product, { gone }]) => (gone === true ? [] : [product]));
  await markGone(engine, embeddingModel.model, client_id, left, true);
  semantic.remaining.set(0);
}
