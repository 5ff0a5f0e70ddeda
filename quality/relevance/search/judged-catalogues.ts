import { join } from "node:path";

/** A catalogue with judged queries. */
export interface JudgedCatalogue {
  readonly name: string;
  /** Paths of the feed and judgement files, which may be compressed with gzip. */
  readonly catalog: string;
  readonly judgements: string;
  /** Whether each query is restricted to its judged products, used for catalogues with few judgements per query. */
  readonly amongJudged: boolean;
  /** Maximum number of evaluated queries. Larger sets are reduced to a deterministic sample. */
  readonly queries: number;
  /**
   * Minimum grade of products that every search should find. Products with at least this grade that are missing from a
   * page of maximum size are counted, unless the value is null.
   */
  readonly good: number | null;
}

const FOLDER = new URL("../../data", import.meta.url).pathname;

const judged = (
  name: string,
  catalog: string,
  judgements: string,
  more: Partial<JudgedCatalogue> = {},
): JudgedCatalogue => ({
  name,
  amongJudged: false,
  queries: Infinity,
  good: null,
  catalog: join(FOLDER, "catalogs", `${catalog}.feed.ndjson.gz`),
  judgements: join(FOLDER, "judgements", `${judgements}.csv.gz`),
  ...more,
});

/** Default catalogues of `npm run evaluate -- search`. */
export const JUDGED_CATALOGUES: readonly JudgedCatalogue[] = [
  judged("icecat", "icecat-electronics", "icecat-dev"),
  judged("crowdflower", "crowdflower-general", "crowdflower-dev", { amongJudged: true, good: 3 }),
  judged("hm", "hm-fashion-variants", "hm-fashion-dev"),
  judged("homedepot", "homedepot-titles", "homedepot", { amongJudged: true, queries: 400 }),
  judged("ikea", "ikea-furniture", "ikea-dev", { catalog: join(FOLDER, "catalogs", "ikea-furniture.export.csv.gz") }),
];
