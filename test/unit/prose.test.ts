import { expect } from "chai";
import { adviceFor, folderOf, sentencesIn, shareOf } from "../../scripts/prose.js";

describe("the prose check", () => {
  it("the prose check extracts comments and test titles from code, and paragraphs, list items and cells from Markdown", () => {
    const code = [
      "/**",
      " * Rate limiter keyed by client IP. Returns the wait in seconds.",
      " * @returns null if the limit is not reached",
      " */",
      "export const limit = 1; // a unit, not a sentence",
      'describe("a limiter", () => {',
      '  it("rejects the second request", () => undefined);',
      "});",
    ].join("\n");
    expect(sentencesIn("test/a.test.ts", code).map(({ line, text }) => [line, text])).to.deep.equal([
      [1, "Rate limiter keyed by client IP."],
      [1, "Returns the wait in seconds."],
      [1, "null if the limit is not reached"],
      [7, "rejects the second request"],
    ]);
    const page =
      "# Rate limits\n\n- Each key has a limit.\n\n```sh\necho not a sentence here\n```\n\n| The first cell | the second cell here |\n";
    expect(sentencesIn("docs/a.md", page).map(({ line, text }) => [line, text])).to.deep.equal([
      [3, "Each key has a limit."],
      [9, "The first cell"],
      [9, "the second cell here"],
    ]);
  });

  it("the prose check flags unclear phrases and non-standard terms, but does not check code", () => {
    expect(adviceFor("A rule that is in force.")).to.deep.equal([
      "use the term of the glossary: live (configuration), active (rule)",
    ]);
    expect(adviceFor("Of what nobody asked for.")).to.deep.equal([
      "name the person or component that acts",
      'use a noun instead of "what"',
      "start with the thing that is described",
    ]);
    expect(adviceFor("Returns `of what` if the request failed.")).to.deep.equal([]);
  });

  it("the prose check reports the share of flagged sentences per folder, rounded up to 0.1 %", () => {
    expect(shareOf({ sentences: 3000, flagged: 1 })).to.equal(0.001);
    expect(shareOf({ sentences: 0, flagged: 0 })).to.equal(0);
    expect(["src/search/text/words.ts", "README.md", "docs/tutorial.md"].map(folderOf)).to.deep.equal([
      "src/search",
      ".",
      "docs",
    ]);
  });
});
