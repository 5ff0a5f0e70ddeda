import { queriesState } from "../../behaviour/index.js";
import type { LiveCatalog, LiveCatalogs } from "../../catalog/live.js";
import type { Cache, Kind } from "../../lib/cache.js";
import { withoutDeadline } from "../../engine/deadline.js";
import { type Context, warned } from "../../context.js";
import { within } from "../../lib/periodic.js";
import type { Storefront } from "../../storefront/client.js";
import type { Directory } from "../../storefront/directory.js";
import { listedFields } from "../../storefront/facets-configuration.js";
import type { NamedValue } from "./named-values.js";
import {
  createSuggestionDictionary,
  type Matches,
  type Phrase,
  type SuggestionDictionary,
} from "./suggestion-dictionary.js";
import { readPhrases } from "./read-phrases.js";

/** A suggestion dictionary with cached product counts. */
export interface OpenBook {
  readonly book: SuggestionDictionary;
  /**
   * Number of products of each counted phrase, cached as long as the dictionary. For a query, the number only shows whether the query has
   * products.
   */
  readonly counts: Map<Phrase, number>;
  /** Colours, materials and similar values; at most 300. */
  readonly values: readonly NamedValue[];
}

export interface SuggestionDictionaries {
  /**
   * Returns the current dictionary of a storefront, and refreshes it in the background. The first call for a storefront loads the
   * dictionary, which can take several seconds.
   * @param waitMs maximum wait in milliseconds; default: no limit
   * @returns `undefined` if the first dictionary is not loaded in time; loading continues in the background
   */
  get(storefront: Storefront, live: LiveCatalog, waitMs?: number): Promise<OpenBook | undefined>;
}

/** Interval between checks for changes, per dictionary in use, in ms. */
const LOOK_EVERY_MS = 2_000;
/** Maximum share of the total time that is spent on loading a dictionary, regardless of the size and update rate of a catalogue. */
const READING_SHARE = 0.05;
const PHRASE_BYTES = 400;

interface Entry extends OpenBook {
  /** A fingerprint of the sources that the dictionary was built from. */
  readonly state: string;
}

interface DictionaryState {
  readonly entry: Promise<Entry>;
  readonly phrases: number;
  /** Time of the next check for changes, in monotonic milliseconds. */
  lookAt: number;
}

const PHRASES: Kind<DictionaryState> = { name: "phrases", bytesOf: ({ phrases }) => PHRASE_BYTES * phrases };
/** Cached matches of a prefix. */
const PREFIXES: Kind<Matches> = { name: "beginnings", bytesOf: ({ found }) => 100 + 64 * found.length };

/**
 * The cache key of a storefront's dictionary. Arm B of an experiment has a separate dictionary, because the settings of this arm may
 * differ. Other requests share one dictionary. The key includes the visible fields, so that a field made private disappears at once.
 */
const nameOf = ({ client_id, arm, configuration: { fields } }: Storefront) =>
  `${client_id} ${arm?.endsWith(":B") === true ? arm : ""} ${JSON.stringify(fields)}`;

/** In-memory suggestion dictionaries of the storefronts that request suggestions. */
export function createSuggestionDictionaries(context: Context, cache: Cache): SuggestionDictionaries {
  const { engine, elapsed: now } = context;
  const onFailure = warned(context, "failed to load newer suggestion phrases; using the loaded ones");
  let books = 0;

  function remembering(book: SuggestionDictionary): SuggestionDictionary {
    const number = (books += 1);
    const find: SuggestionDictionary["find"] = (typed, spelling) => {
      const key = `${number} ${spelling ? "~" : "="}${typed}`;
      const known = cache.get(PREFIXES, key);
      if (known !== undefined) return known;
      const found = book.find(typed, spelling);
      cache.set(PREFIXES, key, found);
      return found;
    };
    return { ...book, find };
  }

  async function read(storefront: Storefront, live: LiveCatalog, state: string): Promise<Entry> {
    const { phrases, values } = await readPhrases(engine, storefront.client_id, live, storefront.configuration);
    return { book: remembering(createSuggestionDictionary(phrases)), counts: new Map(), values, state };
  }

  /** A fingerprint of everything that a dictionary is built from. */
  async function stateOf({ client_id, configuration }: Storefront, live: LiveCatalog): Promise<string> {
    const { availability, suggest, facets, language, search } = configuration;
    const learnt = await queriesState(engine, client_id);
    const { typed_queries, shoppers } = suggest;
    const words = [language, search.general_synonyms, search.synonyms];
    const { index, catalogVersion } = live;
    return JSON.stringify([
      index,
      catalogVersion,
      learnt,
      availability,
      typed_queries,
      shoppers,
      listedFields(facets),
      words,
    ]);
  }

  function open(storefront: Storefront, live: LiveCatalog): Promise<Entry> {
    const name = nameOf(storefront);
    const entry = withoutDeadline(async () => read(storefront, live, await stateOf(storefront, live)));
    const state: DictionaryState = { entry, phrases: 0, lookAt: now() + LOOK_EVERY_MS };
    cache.set(PHRASES, name, state);
    entry.then(
      ({ book }) => cache.set(PHRASES, name, { ...state, phrases: book.size }),
      () => cache.delete(PHRASES, name),
    );
    return entry;
  }

  async function renew(storefront: Storefront, live: LiveCatalog, place: DictionaryState): Promise<void> {
    const started = now();
    const state = await stateOf(storefront, live);
    if (state === (await place.entry).state) return;
    const newer = await read(storefront, live, state);
    const lookAt = now() + Math.max(LOOK_EVERY_MS, (now() - started) / READING_SHARE);
    cache.set(PHRASES, nameOf(storefront), { entry: Promise.resolve(newer), phrases: newer.book.size, lookAt });
  }

  return {
    get(storefront, live, waitMs) {
      const state = cache.get(PHRASES, nameOf(storefront));
      if (state !== undefined && now() >= state.lookAt) {
        state.lookAt = now() + LOOK_EVERY_MS;
        withoutDeadline(() => renew(storefront, live, state)).catch(onFailure);
      }
      const entry = state?.entry ?? open(storefront, live);
      return waitMs === undefined ? entry : within(entry, waitMs);
    },
  };
}

/** The empty dictionary that is used until the first dictionary is loaded. */
export const UNREAD: OpenBook = { book: createSuggestionDictionary([]), counts: new Map(), values: [] };

/**
 * Loads the dictionaries of all storefronts with a catalogue, one after another, before shoppers need them.
 * @param isOver returns true if loading must stop
 */
export async function readBooks(
  books: SuggestionDictionaries,
  { directory, liveCatalogs }: { readonly directory: Directory; readonly liveCatalogs: Pick<LiveCatalogs, "get"> },
  isOver: () => boolean,
): Promise<void> {
  for (const storefront of await directory.listStorefronts()) {
    if (isOver()) return;
    const live = await liveCatalogs.get(storefront.client_id);
    if (live !== undefined) await books.get(storefront, live);
  }
}
