import { expect } from "chai";
import type { LiveCatalog } from "../../../../src/catalog/live.js";
import { changedWordsBody, hasTypedWords } from "../../../../src/search/suggest/typed-clause.js";
import { suggestingOn } from "../../../support/chain-deps.js";
import { type Logged, loggingTo } from "../../../support/context.js";
import { catalogCache } from "../../../support/catalog-cache.js";
import { answering } from "../../../support/scripted-engine.js";

const LIVE: LiveCatalog = { index: "catalog", multi_variant: false, version: 1, catalogVersion: 1, fields: new Map() };
const total = (value: number) => ({ responses: [{ timed_out: false, hits: { total: { value }, hits: [] } }] });
const whole = (word: string) => ({ match: { "text.any": word } });

describe("the lookup of typed words that a correction would change", () => {
  it("the lookup of typed words searches for each word as typed, and for the last word also as a prefix", () => {
    expect(changedWordsBody("Linnen waterpr", "linen water repellent")).to.deep.equal({
      size: 0,
      track_total_hits: 1,
      query: {
        bool: {
          filter: [
            { bool: { should: [whole("linnen"), whole("waterpr"), { prefix: { "text.any": { value: "waterpr" } } }] } },
          ],
        },
      },
    });
  });

  it("the lookup of typed words searches only for words that the correction replaces", () => {
    expect(changedWordsBody("linen sh", "linen shirt")).to.equal(undefined);
    expect(JSON.stringify(changedWordsBody("wool wo", "wool coats"))).to.include('"wo"');
    expect(JSON.stringify(changedWordsBody("lin shrit", "lin shirt"))).not.to.include('"lin"');
    expect(JSON.stringify(changedWordsBody("lin shrit", "linen shirt"))).to.include('"lin"');
  });

  it("the lookup of typed words is cached per catalogue version, unless the search engine fails", async () => {
    const failed = { responses: [{ status: 500, error: { type: "boom" } }] };
    const engine = answering(failed, total(0), total(1));
    const failures: Logged[] = [];
    const deps = suggestingOn(engine, { cache: catalogCache(() => 0), logger: loggingTo(failures) });
    const request = (catalogVersion: number) => hasTypedWords(deps, { ...LIVE, catalogVersion }, "suede", "sued");
    const known = [await request(1), await request(1), await request(1), await request(2)];
    expect([known, failures.length]).to.deep.equal([[false, false, false, true], 1]);
  });
});
