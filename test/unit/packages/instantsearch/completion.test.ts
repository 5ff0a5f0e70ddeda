import { expect } from "chai";
import { completedBy, completions } from "../../../../packages/instantsearch/src/completion.js";

describe("query completion", () => {
  it("query completion completes the word that the shopper types, or adds the next word", () => {
    for (const [typed, suggestion, expected] of [
      ["sne", "sneakers", "sneakers"],
      ["Wool co", "wool coats for men", "wool coats"],
      [" t-sh", "t-shirt", "t-shirt"],
      ["linen", "linen shirt", undefined],
      ["linen ", "linen shirt", "linen shirt"],
      ["sneakers", "sneakers", undefined],
      ["coat", "wool coat", undefined],
      ["", "shirt", undefined],
    ] as const) {
      expect(completedBy(typed, suggestion), typed).to.equal(expected);
    }
  });

  it("query completion reuses the suggestions for a shorter prefix as long as they match the typed text", async () => {
    const requested: string[] = [];
    const all = ["sneakers", "snow boots", "snow", "shirts"];
    const completion = completions({
      suggest: (request) => {
        const query = request?.query ?? "";
        requested.push(query);
        const queries = all
          .filter((one) => one.startsWith(query))
          .map((one) => ({ query: one, from: "shoppers" as const }));
        return Promise.resolve({ queries, categories: [], brands: [], products: [], meta: {} });
      },
    });
    expect(completion.known("sn")).to.equal(undefined);
    expect(await completion.complete("sn")).to.equal("sneakers");
    expect(["sn", "sne", "snea", "sno"].map((query) => completion.known(query))).to.deep.equal([
      "sneakers",
      "sneakers",
      "sneakers",
      "snow",
    ]);
    // Queries that end with a complete word of a suggestion are not completed.
    expect(["snow", "snx", "sh"].map((query) => completion.known(query))).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ]);
    expect(requested).to.deep.equal(["sn"]);
    expect(await completion.complete("sh")).to.equal("shirts");
    expect(requested).to.deep.equal(["sn", "sh"]);
  });
});
