import { expect } from "chai";
import { interestOf, Visits, type Contribution, type Interest } from "../../../../src/behaviour/signals/visits.js";
import { base, cart, listView, product, purchase, refund, view } from "../../../support/shopper-events.js";

const MINUTE = 60_000;

/** The contributions of each event, as "A view visit +B"; `~` marks products bought with it. */
function teach(
  visits: Visits,
  ...events: readonly [at: number, interest: Interest, ...products: string[]][]
): string[] {
  return events.map(([at, interest, ...products], number) => {
    const position = { month: "2026-05", number };
    const { contributions, occasion } = visits.take({
      client_id: "shop",
      device: "d",
      tag: 1,
      at: at * MINUTE,
      position,
      interest,
      products,
    });
    const all = contributions.map(described);
    if (occasion !== null) all.push(`[${occasion.viewed ? "visit" : ""}${occasion.bought ? " purchase" : ""}]`);
    return all.join(", ");
  });
}

const described = ({ product, interest, viewed, viewed_with, bought_with }: Contribution) =>
  [
    ...[product, interest ?? "", viewed ? "visit" : ""].filter((part) => part !== ""),
    ...viewed_with.map((other) => `+${other}`),
    ...bought_with.map((other) => `~${other}`),
  ].join(" ");

describe("visits", () => {
  it("count each kind of interest in a product once, and which products go together", () => {
    expect(
      teach(
        new Visits(),
        [0, "view", "A"],
        [1, "view", "A"],
        [2, "view", "B"],
        [3, "cart", "A"],
        [4, "purchase", "A", "C"],
      ),
    ).to.deep.equal([
      "A view visit, [visit]",
      "",
      "B view visit +A, A +B",
      "A cart",
      "A purchase, C purchase visit +B +A ~A, B +C, A +C ~C, [ purchase]",
    ]);
  });

  it("end after half an hour without an event", () => {
    expect(teach(new Visits(), [0, "view", "A"], [30, "view", "B"], [61, "view", "A"])).to.deep.equal([
      "A view visit, [visit]",
      "B view visit +A, A +B",
      "A view visit, [visit]",
    ]);
  });

  it("contribute nothing where no product is known", () => {
    expect(teach(new Visits(), [0, "view"], [1, "view", "A"])).to.deep.equal(["", "A view visit, [visit]"]);
  });

  it("start anew after a device is forgotten, or after too many other devices", () => {
    const visits = new Visits(1);
    const take = (device: string, product: string, at: number) =>
      visits
        .take({
          client_id: "shop",
          device,
          tag: 1,
          at,
          interest: "view",
          products: [product],
          position: { month: "2026-05", number: at },
        })
        .contributions.map(described);
    take("d", "A", 1);
    visits.forget("shop", "d");
    expect(visits.lastOf("shop", "d")).to.equal(undefined);
    expect(take("d", "B", 2)).to.deep.equal(["B view visit"]);
    take("other", "B", 3);
    expect(take("d", "C", 4)).to.deep.equal(["C view visit"]);
  });

  it("keep only the latest products", () => {
    const visits = new Visits();
    const many = Array.from({ length: 40 }, (_, at) => [0, "view", `p${at}`] as const);
    teach(visits, ...many.map(([at, interest, id]): [number, Interest, string] => [at, interest, id]));
    const [last = ""] = teach(visits, [1, "view", "last"]);
    expect(last.match(/\+p/g)).to.have.length(30);
    expect(last).to.include("+p10 ").and.not.to.include("+p9 ");
  });

  it("map each type of event to its interest", () => {
    const events = [
      view("A", 0),
      { ...base(0), type: "list_click" as const, list: null, product: product("A") },
      cart("add_to_cart", ["A"], 0),
      purchase("T", ["A"], 0),
      cart("remove_from_cart", ["A"], 0),
      refund("T", 0),
      listView(["A"], 0),
      { ...base(0), type: "page_view" as const, title: null },
    ];
    expect(events.map((event) => interestOf(event) ?? "none")).to.deep.equal([
      ...["view", "view", "cart", "purchase", "none", "none", "none", "none"],
    ]);
  });
});
