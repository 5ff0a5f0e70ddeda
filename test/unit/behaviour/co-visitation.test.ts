import { expect } from "chai";
import { createCoVisitation } from "../../../src/behaviour/co-visitation.js";
import { cart, listView, purchase, view } from "../../support/shopper-events.js";

const AT = 1_000_000;
const by = (device_id: string) => ({ device_id });

describe("co-visitation", () => {
  it("relates products that the same devices looked at, by the cosine of their visits", async () => {
    const counts = createCoVisitation();
    await counts.consume([
      view("A", AT, by("1")),
      view("B", AT, by("1")),
      view("A", AT, by("1")),
      view("A", AT, by("2")),
      purchase("T", ["B"], AT, by("2")),
      cart("add_to_cart", ["A"], AT, by("3")),
      view("C", AT, by("3")),
    ]);
    expect([...counts.related("shop", [["A", 1]], ["A", "B", "C", "D"])]).to.deep.equal([
      ["B", 2 / Math.sqrt(6)],
      ["C", 1 / Math.sqrt(3)],
    ]);
    const mixed = counts.related(
      "shop",
      [
        ["A", 1],
        ["C", 3],
        ["unknown", 4],
      ],
      ["B"],
    );
    expect(mixed.get("B")).to.be.closeTo(2 / Math.sqrt(6) / 8, 1e-12);
    expect(counts.related("shop", [], ["B"]).size).to.equal(0);
    expect(counts.related("other shop", [["A", 1]], ["B"]).size).to.equal(0);
  });

  it("counts no bots, nobody anonymous, and nothing that was only shown", async () => {
    const counts = createCoVisitation();
    await counts.consume([
      view("A", AT, { device_id: "bot", counts: false }),
      view("B", AT, { device_id: "bot", counts: false }),
      view("A", AT, by("anonymous")),
      view("B", AT, by("anonymous")),
      listView(["A", "B"], AT),
    ]);
    expect(counts.related("shop", [["A", 1]], ["B"]).size).to.equal(0);
  });

  it("does not join what lies more than half an hour apart", async () => {
    const counts = createCoVisitation();
    await counts.consume([view("A", AT), view("B", AT + 30 * 60_000), view("C", AT + 60 * 60_000 + 1)]);
    expect([...counts.related("shop", [["B", 1]], ["A", "C"]).keys()]).to.deep.equal(["A"]);
  });

  it("knows products by the catalogue's names where it is told them, and leaves out what is none", async () => {
    const names = new Map([
      ["A-red", "A"],
      ["A-blue", "A"],
      ["B", "B"],
    ]);
    const counts = createCoVisitation({ identify: () => Promise.resolve(names) });
    await counts.consume([view("A-red", AT), view("A-blue", AT), view("nothing", AT), view("B", AT)]);
    expect([...counts.related("shop", [["B", 1]], ["A", "A-red", "nothing"])]).to.deep.equal([["A", 1]]);
  });

  it("goes on from nothing after a device is forgotten", async () => {
    const counts = createCoVisitation();
    await counts.consume([view("A", AT)]);
    counts.forget("shop", "device");
    await counts.consume([view("B", AT)]);
    expect(counts.related("shop", [["A", 1]], ["B"]).size).to.equal(0);
  });

  it("lets go of what was visited longest ago when there is too much", async () => {
    const counts = createCoVisitation({ maxProducts: 3, maxDevices: 1 });
    await counts.consume([view("A", AT, by("1")), view("B", AT, by("1"))]);
    await counts.consume([
      view("C", AT, by("2")),
      view("D", AT, by("2")),
      view("E", AT, by("1")),
      view("B", AT, by("1")),
    ]);
    expect(counts.related("shop", [["C", 1]], ["A"]).size).to.equal(0);
    expect([...counts.related("shop", [["B", 1]], ["E", "A"]).keys()]).to.deep.equal(["E"]);
  });
});
