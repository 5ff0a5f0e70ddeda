import { expect } from "chai";
import { sharesOf } from "../../../../quality/performance/read/stages.js";

const node = (id: number, functionName: string, url: string, ...children: number[]) => ({
  id,
  callFrame: { functionName, url },
  children,
});

describe("sharesOf", () => {
  it("the CPU profile attributes the CPU time of packages and Node.js to the source file that calls them", () => {
    const profile = {
      nodes: [
        node(1, "(root)", "", 2, 5, 6, 7, 8),
        node(2, "handle", "file:///shop/dist/src/http/post-endpoint.js", 3),
        node(3, "rank", "file:///shop/dist/src/search/match/rank.js", 4),
        node(4, "sort", "file:///shop/node_modules/sorted/src/sort.js"),
        node(5, "(idle)", ""),
        node(6, "(garbage collector)", ""),
        node(7, "onread", "node:net"),
        node(8, "main", "file:///shop/src/main.ts"),
      ],
      samples: [2, 3, 4, 5, 6, 7, 8],
      timeDeltas: [10, 20, 30, 1_000, 15, 20, 5],
    };
    expect(sharesOf(profile)).to.deep.equal([
      ["rank", 0.5],
      ["Node.js internals: sockets, timers, promises", 0.2],
      ["garbage collections", 0.15],
      ["http", 0.1],
      ["other", 0.05],
    ]);
  });
});
