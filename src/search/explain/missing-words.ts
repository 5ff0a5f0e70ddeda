import type { Engine } from "../../engine/engine.js";
import { searchNamed } from "../../engine/search-documents.js";
import type { Ranked } from "../ranked.js";
import { wordMatch } from "../text/word-match.js";
import { wordsOf } from "../text/words.js";

/** The typed words that a product has in none of its texts. @throws errors of the engine */
export async function missingWords(
  engine: Engine,
  index: string,
  { request, configuration }: Pick<Ranked, "request" | "configuration">,
  product: string,
): Promise<string[]> {
  const { words } = wordsOf(request.query ?? "");
  const should = words.map((word) => ({
    bool: { must: [wordMatch(word, configuration.field_weights)], _name: word },
  }));
  const body = {
    size: 1,
    _source: false,
    query: { bool: { filter: [{ ids: { values: [product] } }], should } },
  };
  const { hits } = await searchNamed<never>(engine, index, body);
  const found = hits.hits[0]?.matched_queries ?? {};
  return words.filter((word) => !Object.hasOwn(found, word));
}
