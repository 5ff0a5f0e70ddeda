import { expect } from "chai";
import { growthChecks, type Sample } from "../../../../quality/fault-injection/resources.js";

const STEADY: Sample = {
  heap: 60,
  buffers: 30,
  resident: 300,
  descriptors: 50,
  handles: 25,
  contexts: 3,
  indices: 12,
  pages: 400,
  files: 20,
  bytes: 5,
  engine: 400,
  lag: 30,
};

/** Resource samples of a run in which caches fill during the first third. */
const run = (at: (nth: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: 60 }, (_, nth) => ({ ...STEADY, heap: nth < 20 ? 40 + nth : 60, ...at(nth) }));

const failing = (samples: readonly Sample[]) =>
  growthChecks(samples)
    .filter(({ ok }) => !ok)
    .map(({ name }) => name);

describe("growthChecks", () => {
  it("the growth check accepts resource usage that grows at first and then fluctuates", () => {
    expect(failing(run((nth) => ({ resident: 300 + 40 * Math.sin(nth), pages: 400 + (nth % 7) * 30 })))).to.deep.equal(
      [],
    );
  });

  it("the growth check reports resource usage that grows continuously", () => {
    expect(failing(run((nth) => ({ heap: 40 + nth })))).to.deep.equal(["heap after garbage collection: last third"]);
    expect(failing(run((nth) => ({ descriptors: 50 + nth })))).to.deep.equal([
      "open files and connections: last third",
    ]);
    expect(failing(run((nth) => ({ indices: 10 + nth / 5 })))).to.deep.equal(["indices: last third"]);
    expect(failing(run((nth) => ({ contexts: nth / 2, files: nth * 2 })))).to.deep.equal([
      "open search contexts in OpenSearch: last third",
      "number of files in the data folder: last third",
    ]);
  });
});
