import { expect } from "chai";
import { rulesTable } from "../../../src/commands/rules-command.js";

describe("vitrine rules check", () => {
  it("shows the findings of each rule", () => {
    const reports = [
      { key: "sale", action: "boost", state: "ended", products: 12, remarks: [] },
      {
        key: "top",
        action: "pin",
        state: "in force",
        products: 0,
        remarks: ["matches no active product", "and so on"],
      },
    ] as const;
    expect(rulesTable(reports).split("\n")).to.deep.equal([
      "rule  action  state     products  remarks",
      "sale  boost   ended     12        –",
      "top   pin     in force  0         matches no active product; and so on",
      "",
      "2 rules: 1 with remarks, 1 ended",
    ]);
    expect(rulesTable([])).to.equal("There are no rules.");
  });
});
