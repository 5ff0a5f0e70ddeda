import { expect } from "chai";
import fc from "fast-check";
import { createCursorIds } from "../../../../src/search/paging/cursor.js";
import { isInSample, sampleCondition, shareOf, TARGET_RESPONSES } from "../../../../console/server/insights/sample.js";

interface Condition {
  readonly bool: {
    readonly should: readonly {
      readonly range: { readonly query_id: { readonly gte: string; readonly lt: string } };
    }[];
  };
}

const ids = fc.uint8Array({ minLength: 18, maxLength: 18 }).map((bytes) => Buffer.from(bytes).toString("base64url"));

describe("the sample of responses", () => {
  it("the sample of responses contains all responses up to the limit", () => {
    expect(shareOf(0)).to.equal(1);
    expect(shareOf(TARGET_RESPONSES)).to.equal(1);
    expect(sampleCondition(1)).to.equal(undefined);
    fc.assert(
      fc.property(fc.integer({ min: TARGET_RESPONSES + 1, max: 4096 * TARGET_RESPONSES }), (total) => {
        expect(shareOf(total) * total).to.be.within(total / 4096 - 1, TARGET_RESPONSES);
      }),
    );
  });

  it("the sample of responses is the same, whether OpenSearch or the service selects the responses", () => {
    fc.assert(
      fc.property(ids, fc.integer({ min: 1, max: 4095 }), (id, steps) => {
        const ranges = (sampleCondition(steps / 4096) as Condition).bool.should.map(({ range }) => range.query_id);
        // The engine compares keywords as bytes; text comparison is equivalent, because the ids contain only ASCII.
        const isFound = ranges.some(({ gte, lt }) => id >= gte && id < lt);
        expect(isFound).to.equal(isInSample(id, steps / 4096));
      }),
    );
  });

  it("the sample of responses contains either all pages of a listing or no page of the listing", () => {
    const cursors = createCursorIds(Buffer.alloc(32, 7));
    const inSample = { ranked: 0, ordered: 0 };
    let state = 1;
    const byte = () => (state = (state * 48_271) % 2_147_483_647) % 256;
    for (let made = 0; made < 4_000; made += 1) {
      const mode = made % 2 === 0 ? "ranked" : "ordered";
      const first = cursors.first("shop", mode, Uint8Array.from({ length: 9 }, byte));
      const next = cursors.next("shop", cursors.read("shop", first)!, 2);
      expect(isInSample(next, 0.25)).to.equal(isInSample(first, 0.25));
      inSample[mode] += Number(isInSample(first, 0.25));
    }
    for (const count of Object.values(inSample)) expect(count).to.be.within(400, 600);
  });
});
