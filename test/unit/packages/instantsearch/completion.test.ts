import { expect } from "chai";
import { completedBy } from "../../../../packages/instantsearch/src/completion.js";

describe("queries that are being typed", () => {
  it("are completed by one word", () => {
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
});
