import { expect } from "chai";
import { connectionsWithin, openFileLimit, openFilesIn } from "../../../src/http/server.js";

describe("connectionsWithin", () => {
  for (const [openFiles, connections] of [
    [256, 64],
    [1_024, 512],
    [20_000, 10_000],
    [Infinity, 10_000],
  ] as const) {
    it(`allows ${connections} connections for ${openFiles} open files`, () => {
      expect(connectionsWithin(openFiles)).to.equal(connections);
    });
  }

  it("reads the system's limit of open files", () => {
    const line = (soft: string) =>
      `Limit  Soft Limit  Hard Limit  Units\nMax open files            ${soft}      4096      files\n`;
    expect([openFilesIn(line("1024")), openFilesIn(line("unlimited")), openFilesIn("")]).to.deep.equal([
      1024,
      Infinity,
      undefined,
    ]);
    expect(openFileLimit()).to.be.at.least(256);
  });
});
