import { expect } from "chai";
import { connectionsWithin, openFileLimit, openFilesIn } from "../../../src/http/server.js";

describe("connectionsWithin", () => {
  for (const [openFiles, connections] of [
    [256, 64],
    [1_024, 512],
    [20_000, 10_000],
    [Infinity, 10_000],
  ] as const) {
    it(`the server allows ${connections} connections if the limit of open files is ${openFiles}`, () => {
      expect(connectionsWithin(openFiles)).to.equal(connections);
    });
  }

  it("the server reads the open-file limit of the system", () => {
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
