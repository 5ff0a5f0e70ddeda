import { expect } from "chai";
import fc from "fast-check";
import {
  addDigest,
  digestOf,
  DIGEST_WORDS,
  productDigest,
  readDigest,
  writtenDigest,
} from "../../../src/catalog/digest.js";

const sold = (...texts: readonly string[]) => texts.map((text) => ({ active: true, digest: digestOf(text) }));

describe("digest", () => {
  it("readDigest and writtenDigest convert a 16-character digest to numbers and back without changes", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 6 }), (texts) => {
        const sum = new Uint32Array(2 * DIGEST_WORDS);
        const words = new Uint32Array(DIGEST_WORDS);
        for (const text of texts) {
          const digest = digestOf(text);
          expect(digest).to.have.length(16);
          readDigest(digest, words);
          expect(writtenDigest(words)).to.equal(digest);
          addDigest(sum, DIGEST_WORDS, words);
        }
        expect(writtenDigest(sum, DIGEST_WORDS)).to.equal(productDigest(sold(...texts.reverse())));
        expect(writtenDigest(sum)).to.equal(productDigest([]));
      }),
    );
  });

  it("a digest of a product depends on the active variants but not on their order", () => {
    const digest = productDigest(sold("a", "b"));
    expect(productDigest([...sold("b", "a"), { active: false, digest: digestOf("c") }])).to.equal(digest);
    expect(productDigest(sold("a", "b", "b"))).to.not.equal(digest);
    expect(productDigest(sold("a"))).to.not.equal(digest);
    expect(productDigest([{ active: false, digest: digestOf("c") }])).to.equal("AAAAAAAAAAAAAAAA");
  });
});
