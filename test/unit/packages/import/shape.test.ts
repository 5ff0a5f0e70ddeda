import { expect } from "chai";
import { ImportReport } from "../../../../packages/import/src/import-report.js";
import { Shape } from "../../../../packages/import/src/shape.js";

function shapeOf(
  count: number,
  data: (at: number) => Record<string, unknown>,
  report = new ImportReport("line"),
): Shape {
  const shape = new Shape(report);
  for (let at = 0; at < count; at += 1) {
    const id = { product_identifier: `p${at}`, variant_identifier: `v${at}`, title: "Lamp", price: 10 };
    shape.observe({ ...id, ...data(at) });
  }
  return shape;
}

const names = (shape: Shape) => shape.oddities().map(({ name }) => name);

describe("the plausibility check of an import", () => {
  it("the plausibility check of an import reports results that indicate a misread column", () => {
    const lost = new ImportReport("line");
    lost.records = 10;
    for (let at = 0; at < 6; at += 1) lost.leaveOut(at, "the record has no product identifier");
    expect(names(shapeOf(20, () => ({})))).to.deep.equal([]);
    expect(names(shapeOf(20, () => ({ product_identifier: "p", variant_identifier: "p" })))).to.deep.equal(["repeated", "one-product"]); // prettier-ignore
    expect(names(shapeOf(20, () => ({ product_identifier: "p" })))).to.deep.equal(["one-product"]);
    expect(names(shapeOf(20, () => ({ price: 0 })))).to.deep.equal(["zero-prices"]);
    expect(names(shapeOf(20, () => ({ original_price: 1_000 })))).to.deep.equal(["discounts"]);
    expect(names(shapeOf(20, () => ({ title: "" })))).to.deep.equal(["untitled"]);
    expect(names(shapeOf(4, () => ({}), lost))).to.deep.equal(["left-out"]);
  });

  it("the plausibility check of an import reports variants that were grouped by name but have the same options", () => {
    const grouped = (at: number) => ({ product_identifier: "Lamp", color: at < 3 ? `c${at}` : "c0", price: at });
    const [one] = shapeOf(4, grouped).oddities();
    expect(one).to.deep.equal({
      name: "same-options",
      text: "1 of 4 variants have the same name and options as another variant: rows with the same name may be different products",
    });
    expect(names(shapeOf(3, grouped))).to.deep.equal([]);
    expect(names(shapeOf(4, (at) => ({ ...grouped(at), title: "Desk lamp" })))).to.deep.equal([]);
    expect(names(shapeOf(4, (at) => ({ ...grouped(at), variant_identifier: `v${at % 3}` })))).to.deep.equal([]);
  });

  it("the plausibility check of an import accepts imports with few variants or with few implausible variants", () => {
    expect(names(shapeOf(3, () => ({ product_identifier: "p", price: 0 })))).to.deep.equal([]);
    expect(names(shapeOf(20, (at) => (at < 5 ? { price: 0, variant_identifier: "v5", product_identifier: "p5" } : {})))).to.deep.equal([]); // prettier-ignore
  });

  it("the plausibility check of an import counts each product and variant once", () => {
    const report = new ImportReport("line");
    const shape = shapeOf(
      20,
      (at) => ({ product_identifier: `p${at % 5}`, variant_identifier: `v${at % 10}` }),
      report,
    );
    expect([shape.counts, report.repeated.count]).to.deep.equal([{ products: 5, variants: 10 }, 10]);
  });
});
