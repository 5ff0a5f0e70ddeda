import { expect } from "chai";
import { undoneBy } from "../../../console/pages/changes/undone-by.js";

const version = (number: number, undo_of: string | null = null) => ({ id: `v${number}`, number, undo_of });

describe("undoneBy", () => {
  it("an undone configuration version is mapped to the version that undid it", () => {
    expect([...undoneBy([version(3, "v1"), version(2), version(1)])]).to.deep.equal([["v1", 3]]);
    expect([...undoneBy([version(4, "v3"), version(3, "v1"), version(2), version(1)])]).to.deep.equal([["v3", 4]]);
    const again = [version(5, "v1"), version(4, "v3"), version(3, "v1"), version(2), version(1)];
    expect([...undoneBy(again)]).to.deep.equal([
      ["v1", 5],
      ["v3", 4],
    ]);
  });
});
