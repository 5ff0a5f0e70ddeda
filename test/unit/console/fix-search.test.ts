import { expect } from "chai";
import { synonymFor, withRedirect, withRightWord, withSynonym } from "../../../console/pages/preview/fix-search.js";
import { ADDRESS } from "../../../src/storefront/addresses.js";

describe("fixing a search without good results", () => {
  it("synonymFor creates a synonym from the words in which two queries differ", () => {
    expect(synonymFor("Red  jumper", "red sweater")).to.deep.equal({ terms: ["jumper"], to: ["sweater"] });
    expect(synonymFor("jumper", "Sweater vest")).to.deep.equal({ terms: ["jumper"], to: ["sweater vest"] });
    expect(synonymFor("coats long", "long coats red")).to.deep.equal({ terms: ["coats long"], to: ["long coats red"] });
  });

  it("adding a synonym of a word extends the existing synonyms of the word", () => {
    const once = withSynonym({ search: { phrase: 1 } }, { terms: ["jumper"], to: ["sweater"] });
    expect(once).to.deep.equal({ search: { phrase: 1, synonyms: [{ terms: ["jumper"], to: ["sweater"] }] } });
    const twice = withSynonym(once, { terms: ["jumper"], to: ["sweater", "pullover"] });
    expect(twice.search?.synonyms).to.deep.equal([{ terms: ["jumper"], to: ["sweater", "pullover"] }]);
    const other = withSynonym({ search: { synonyms: [{ terms: ["jumper"] }] } }, { terms: ["jumper"], to: ["knit"] });
    expect(other.search?.synonyms).to.deep.equal([{ terms: ["jumper"] }, { terms: ["jumper"], to: ["knit"] }]);
  });

  it("adding a redirect for a query replaces the existing redirect of the query", () => {
    const before = {
      redirects: [
        { queries: ["Sale", "outlet"], url: "/old" },
        { queries: ["x"], url: "/sale" },
      ],
    };
    expect(withRedirect(before, " sale", "/sale").redirects).to.deep.equal([
      { queries: ["outlet"], url: "/old" },
      { queries: ["x", "sale"], url: "/sale" },
    ]);
    expect(withRedirect({}, "Gift card", "/gifts").redirects).to.deep.equal([
      { queries: ["gift card"], url: "/gifts" },
    ]);
    const isAddress = (text: string) => new RegExp(`^${ADDRESS}$`).test(text);
    expect(["/", "/a", "https://a.b/c", "//evil", "javascript:1", "a"].map(isAddress)).to.deep.equal(
      [true, true, true, false, false, false], // prettier-ignore
    );
  });

  it("withRightWord adds a word to the typo tolerance exceptions in lower case, without duplicates", () => {
    const once = withRightWord({ search: { spelling: true } }, "Rain");
    expect(withRightWord(once, "rain")).to.deep.equal({ search: { spelling: true, typo_exclusions: ["rain"] } });
  });
});
