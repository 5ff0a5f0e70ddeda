import { expect } from "chai";
import { correctedQuery } from "../../../src/search/correction.js";

const word = (offset: number, length: number, ...options: string[]) => ({
  ...{ offset, length },
  options: options.map((text) => ({ text })),
});

describe("corrected queries", () => {
  it("have the words that there are where they stood", () => {
    const words = [word(0, 4), word(5, 6, "laptop", "lapdog"), word(12, 5, "sleeve")];
    expect(correctedQuery("Acme LAPOTP sleev!", words)).to.equal("Acme laptop sleeve!");
  });

  it("are none where all words are there, or none is like them", () => {
    expect(correctedQuery("acme laptop", [word(0, 4), word(5, 6)])).to.equal(undefined);
    expect(correctedQuery("", [])).to.equal(undefined);
  });
});
