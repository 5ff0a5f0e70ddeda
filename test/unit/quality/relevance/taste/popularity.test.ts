import { expect } from "chai";
import { Popularity } from "../../../../../quality/relevance/taste/popularity.js";

const DAY = 86_400_000;
const order = ["a", "b", "c", "d"];

describe("popularity", () => {
  it("the popularity ranking keeps the listing order before the first event", () => {
    expect(new Popularity(14).rank(order)).to.deep.equal(order);
  });

  it("the popularity ranking sorts products by popularity, then by listing order", () => {
    const popularity = new Popularity(14);
    popularity.add(["d", "b"], 0);
    popularity.add(["c", "b"], 0);
    expect(popularity.rank(order)).to.deep.equal(["b", "c", "d", "a"]);
  });

  it("the popularity of a product halves after each half-life", () => {
    const popularity = new Popularity(14);
    popularity.add(["a"], 0);
    popularity.add(["a"], 0);
    popularity.add(["a"], 0);
    popularity.add(["b"], 14 * DAY);
    expect(popularity.rank(order)).to.deep.equal(["a", "b", "c", "d"]);
    popularity.add(["b"], 14 * DAY);
    expect(popularity.rank(order)).to.deep.equal(["b", "a", "c", "d"]);
  });
});
