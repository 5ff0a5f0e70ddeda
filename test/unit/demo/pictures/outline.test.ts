import { expect } from "chai";
import { both, mirror, moved, oval, symmetric } from "../../../../demo/pictures/outline.js";

describe("outline geometry", () => {
  it("an SVG outline is mirrored at the vertical centre line", () => {
    expect(mirror("M100 20 L150.5 -30 C0 1 2 3 300 4 Z")).to.equal("M500 20L449.5 -30C600 1 598 3 300 4Z");
  });

  it("an SVG outline is completed from its left half", () => {
    expect(symmetric("M300 10 L200 20 C190 40 180 60 200 80 L300 90")).to.equal(
      "M300 10 L200 20 C190 40 180 60 200 80 L300 90 L400 80 C420 60 410 40 400 20 L300 10 Z",
    );
  });

  it("an SVG outline is scaled around its centre and then moved", () => {
    expect(moved("M300 400 L310 420", 5, -5, 2)).to.equal("M305 395L325 435");
    expect(moved("M310 420", 0, 0, 1, 0.5)).to.equal("M310 410");
  });

  it("a symmetric SVG outline is drawn from one half and its mirror image", () => {
    expect(both("M100 0 L110 5")).to.equal("M100 0 L110 5 M500 0L490 5");
  });

  it("an SVG oval is drawn through its four extreme points", () => {
    const ends = oval(10, 20, 4, 2)
      .match(/[\d.]+ [\d.]+(?=$|[ ]?[CZ])/g)
      ?.map((pair) => pair.trim());
    expect(ends).to.deep.equal(["6 20", "10 18", "14 20", "10 22", "6 20"]);
  });
});
