import { expect } from "chai";
import { hasWord, highlighter } from "../../../../packages/instantsearch/src/highlight.js";

describe("the highlighter", () => {
  const { mark, all } = highlighter({ query: "wool Café", highlightPreTag: "[", highlightPostTag: "]" });

  it("the highlighter marks word prefixes that match query words, ignoring case and accents", () => {
    expect(["Woollen Coat", "cafe, WOOL", "Cafés of wool", "Cotton"].map(mark)).to.deep.equal([
      { value: "[Wool]len Coat", matchLevel: "partial", matchedWords: ["wool"] },
      { value: "[cafe], [WOOL]", matchLevel: "full", matchedWords: ["cafe", "wool"] },
      { value: "[Café]s of [wool]", matchLevel: "full", matchedWords: ["cafe", "wool"] },
      { value: "Cotton", matchLevel: "none", matchedWords: [] },
    ]);
  });

  it("the highlighter returns highlights in the structure of the source object", () => {
    const none = (value: string) => ({ value, matchLevel: "none", matchedWords: [] });
    expect(all({ name: "Hat", sizes: ["S", 40], more: { price: 0 }, gone: null, sold: true })).to.deep.equal({
      name: none("Hat"),
      sizes: [none("S"), none("40")],
      more: { price: none("0") },
    });
  });

  it("the highlighter marks no text if there is no query, and treats special characters in a query literally", () => {
    expect(highlighter({}).mark("Hat").value).to.equal("Hat");
    expect(highlighter({ query: "(.*" }).mark("a(.*b").value).to.equal("a(.*b");
  });

  it("hasWord matches a facet value if any word of the value starts with the typed text", () => {
    const found = ["MAISON AUBRELLE", "Émile", "Aubrac Maison"].filter((value) => hasWord(value, " aubr"));
    expect(found).to.deep.equal(["MAISON AUBRELLE", "Aubrac Maison"]);
    expect([hasWord("Émile", "em"), hasWord("Émile", ""), hasWord("Émile", "mile")]).to.deep.equal([true, true, false]);
  });
});
