import { expect } from "chai";
import { nextQueries } from "../../../../console/server/listing-preview/meant.js";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString();
const made = (client_id: string, user_query: string, minute: number, isClicked = false) => ({
  client_id,
  user_query,
  timestamp: at(minute),
  isClicked,
});

describe("nextQueries", () => {
  it("the follow-up queries of a search are the queries typed within two minutes after the search", () => {
    const searches = [made("a", "jumper", 0), made("b", "Jumper", 5), made("b", "jumper", 6)];
    const found = [
      made("a", "sweater", 1),
      made("b", "Sweater", 7),
      made("b", "jumper", 6.5),
      made("a", "coat", 3),
      made("c", "knit", 1),
      made("a", "shirt", 0),
      made("b", "vest", 5.5),
    ];
    expect(nextQueries(searches, found)).to.deep.equal([
      { query: "sweater", shoppers: 2 },
      { query: "vest", shoppers: 1 },
    ]);
  });

  it("the follow-up queries of a search exclude queries typed after a click on a result of the search", () => {
    const searches = [
      made("satisfied", "jumper", 0, true),
      made("second page", "jumper", 0),
      made("second page", "jumper", 1, true),
      made("clicked later", "jumper", 0),
      made("clicked later", "jumper", 9, true),
    ];
    const found = ["satisfied", "second page", "clicked later"].map((device) => made(device, "socks", 1.5));
    expect(nextQueries(searches, found)).to.deep.equal([{ query: "socks", shoppers: 1 }]);
  });
});
