import { expect } from "chai";
import { byAddress } from "../../../src/http/by-address.js";

describe("byAddress", () => {
  it("keeps entries in the order of arrival, for each address and for all", () => {
    const things = byAddress<number>();
    for (const [thing, address] of [[1, "a"], [2, "b"], [3, "a"]] as const) things.add(thing, address); // prettier-ignore
    things.add(1, "a");
    expect([[...things.all()], [...things.of("a")], [...things.of("c")]]).to.deep.equal([[2, 3, 1], [3, 1], []]);
    expect([things.size, things.countOf("a")]).to.deep.equal([3, 2]);
    expect([...things.ofLargest()]).to.deep.equal([3, 1]);
  });

  it("forgets addresses without entries", () => {
    const things = byAddress<number>();
    things.add(1, "a");
    things.delete(1);
    things.delete(1);
    expect([things.size, things.countOf("a"), [...things.ofLargest()]]).to.deep.equal([0, 0, []]);
  });

  it("counts entries without an address in all, and for none", () => {
    const things = byAddress<number>();
    things.add(1, undefined);
    things.add(2, undefined);
    expect([things.size, things.countOf(undefined), [...things.ofLargest()]]).to.deep.equal([2, 0, [1, 2]]);
  });
});
