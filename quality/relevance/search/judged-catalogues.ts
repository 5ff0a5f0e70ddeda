import { join } from "node:path";

/** A catalogue with judged queries. */
export interface JudgedCatalogue {
  readonly name: string;
  /** Feed and judgements: files, gzip or plain. */
  readonly catalog: string;
  readonly judgements: string;
  /** Whether the judged products of each query are ranked among themselves: where few of all were judged. */
  readonly amongJudged: boolean;
  /** So many of the queries are asked, always the same ones. */
  readonly queries: number;
  /** From this grade on a product has to be found: it is counted how many are not among the most that a page may hold. Null: not counted. */
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

/** Those that `npm run evaluate -- search` asks unless it is told others. */
export const JUDGED_CATALOGUES: readonly JudgedCatalogue[] = [
  judged("icecat", "icecat-electronics", "icecat-dev"),
  judged("crowdflower", "crowdflower-general", "crowdflower-dev", { amongJudged: true, good: 3 }),
  judged("hm", "hm-fashion-variants", "hm-fashion-dev"),
  judged("homedepot", "homedepot-titles", "homedepot", { amongJudged: true, queries: 400 }),
  judged("ikea", "ikea-furniture", "ikea-dev", { catalog: join(FOLDER, "catalogs", "ikea-furniture.export.csv.gz") }),
];
