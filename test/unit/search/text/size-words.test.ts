import { expect } from "chai";
import { withoutSizeWord } from "../../../../src/search/text/size-words.js";

describe("withoutSizeWord", () => {
  const cases = [
    ["sneakers size 42", "english", "sneakers 42"],
    ["Size XL hoodie", "english", "XL hoodie"],
    ["jeans size 32/34 blue", "english", "jeans 32/34 blue"],
    ["Schuhe Größe 42", "german", "Schuhe 42"],
    ["chaussures pointure 38,5", "french", "chaussures 38,5"],
    ["bed king size sheet set", "english", "bed king size sheet set"],
    ["lights size 18x24", "english", "lights size 18x24"],
    ["plus-size 44", "english", "plus-size 44"],
    ["size", "english", "size"],
    ["size ".repeat(200), "german", "size ".repeat(200)],
  ] as const;
  for (const [query, language, expected] of cases) {
    it(`removing size words turns "${query.slice(0, 30)}" into "${expected.slice(0, 30)}"`, () => {
      expect(withoutSizeWord(query, language)).to.equal(expected);
    });
  }
});
