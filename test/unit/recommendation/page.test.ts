import { expect } from "chai";
import { NO_TAXONOMY } from "../../../src/catalog/taxonomy.js";
import { ownProfile } from "../../../src/recommendation/own-profile.js";
import { withoutCrowds } from "../../../src/recommendation/page-kinds.js";
import { DEFAULT_PROFILES, type Profile } from "../../../src/storefront/recommendation-configuration.js";

describe("a page of several blocks", () => {
  it("has no kind in more than two of them, except in blocks whose products are given", () => {
    const slot = (kinds: string, isGiven = false) => ({
      candidates: Array.from(kinds, (kind) => ({ tokens: [`categories=${kind}: x`] })),
      isGiven,
    });
    const kindsOf = (kinds: string[], limit: number, given: readonly number[] = []) =>
      withoutCrowds(
        kinds.map((own, at) => slot(own, given.includes(at))),
        limit,
        { ...NO_TAXONOMY, kind_level: 1 },
      ).map((own) => own.map(({ tokens }) => tokens[0]?.charAt("categories=".length)).join(""));
    expect(kindsOf(["aab", "abc", "abcd"], 2)).to.deep.equal(["aa", "ab", "b"]);
    expect(kindsOf(["aaa", "aab", "aa"], 3, [2])).to.deep.equal(["aaa", "b", "aa"]);
    expect(kindsOf([], 3)).to.deep.equal([]);
  });

  it("leaves out the fallbacks of blocks, and popular products that are optional", () => {
    const own = (profile: string) => ownProfile(DEFAULT_PROFILES[profile] as Profile).recommenders;
    expect(own("similar")).to.deep.equal([{ by: "session_neighbours" }, { by: "viewed_with" }, { by: "content" }]);
    expect(own("trending")).to.deep.equal([{ by: "trending", within: "catalogue" }]);
    expect(own("popular")).to.deep.equal([
      { by: "popular", within: "seed_categories", known: true },
      { by: "popular", within: "catalogue", known: true },
    ]);
    expect(own("recently_viewed")).to.deep.equal([{ by: "recently_viewed" }]);
  });
});
