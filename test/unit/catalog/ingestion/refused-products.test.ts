import { expect } from "chai";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";
import { JobFailure } from "../../../../src/catalog/ingestion/job.js";
import { parseFeedLine } from "../../../../src/catalog/ingestion/feed-line.js";
import type { AcceptedLine } from "../../../../src/catalog/ingestion/changes.js";
import { Report } from "../../../../src/catalog/ingestion/ingestion-report.js";
import {
  MAX_REFUSED_PRODUCTS,
  writeBatch,
  type WriteResult,
} from "../../../../src/catalog/ingestion/write-products.js";
import { BASE_FIELD_TYPES } from "../../../../src/catalog/field-types.js";
import { answering } from "../../../support/scripted-engine.js";

/** Runs an ingestion job in which the engine rejects one more product after `earlier` rejected products. */
async function oneMoreRefused(earlier: number) {
  const item = { _id: "new", status: 400, error: { type: "mapper_parsing_exception", reason: "no" } };
  const line = parseFeedLine('{"operation":"insert","product_data":{"product_identifier":"new"}}') as AcceptedLine;
  const refused = new Set(Array.from({ length: earlier }, (_, position) => String(position)));
  const result: WriteResult = { known: 0, refused, documentLength: 1000 };
  const report = new Report();
  const listed: unknown[] = [];
  report.list = { add: (error) => Promise.resolve(void listed.push(error)), close: () => Promise.resolve() };
  const outcome = await writeBatch(
    {
      engine: answering({ docs: [{ found: false }] }, { items: [{ create: item }] }),
      lease: { check: () => Promise.resolve(), release: () => Promise.resolve() },
      report,
      signal: new AbortController().signal,
      onRefused: () => undefined,
    },
    {
      index: "new-generation",
      live: undefined,
      types: BASE_FIELD_TYPES,
      client_id: "shop",
      rules: DEFAULT_CONFIGURATION,
      unnamed: () => "deactivate",
      stamp: "2026-01-01T00:00:00.000Z",
      beforeSeveralVariants: () => Promise.resolve(),
    },
    new Map([["new", [line]]]),
    result,
  ).catch((error: unknown) => error);
  return { outcome, refused: refused.size, listed, rejected: report.variants.rejected };
}

const listed = [{ line: 0, product_identifier: "new", reason: "OpenSearch rejected this product" }];

describe("writeBatch with products that the engine rejects", () => {
  it("writeBatch counts the products that the engine rejects, and lists them up to a limit", async () => {
    const expected = { outcome: undefined, refused: MAX_REFUSED_PRODUCTS, listed, rejected: 1 };
    expect(await oneMoreRefused(MAX_REFUSED_PRODUCTS - 1)).to.deep.equal(expected);
  });

  it("writeBatch fails the job if the engine rejects more products than the limit", async () => {
    const { outcome, ...rest } = await oneMoreRefused(MAX_REFUSED_PRODUCTS);
    expect(outcome).to.be.instanceOf(JobFailure);
    expect((outcome as Error).message).to.equal("more than 500000 products could not be written");
    expect(rest).to.deep.equal({ refused: MAX_REFUSED_PRODUCTS + 1, listed, rejected: 1 });
  });
});
