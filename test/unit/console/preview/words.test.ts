import { expect } from "chai";
import { moveWords, subjectWords } from "../../../../console/parts/preview/words.js";

const nothing = { query: null, filters: null, facet_filters: null, sort: null };

describe("a preview in words", () => {
  it("names queries and listings as people do", () => {
    const words = [
      nothing,
      { ...nothing, query: "red coat", sort: "newest" },
      { ...nothing, filters: { categories: "Coats", price: { $gte: 10, $lt: 99.5 }, sale: true } },
      { ...nothing, query: "coat", facet_filters: { color: ["Red", "Blue"], price: [{ min: 0, max: 20 }] } },
      { ...nothing, filters: { $or: [{ color: "Red" }, { size: null }], size: { $not: { $eq: "S" } } } },
    ].map(subjectWords);
    expect(words).to.deep.equal([
      "All products",
      "“red coat”, sorted by newest",
      "categories Coats, price from 10 under 99.5, sale true",
      "“coat”, selected color Red or Blue, price from 0 up to 20",
      '$or {"color":"Red"} or {"size":null}, size {"$not":{"$eq":"S"}}',
    ]);
  });

  it("says where a product came from", () => {
    const moves = [moveWords(3, undefined), moveWords(3, 3), moveWords(3, 5), moveWords(3, 1)];
    expect(moves).to.deep.equal(["New here", null, "Up 2", "Down 2"]);
  });
});
