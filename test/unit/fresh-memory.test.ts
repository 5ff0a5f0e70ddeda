import { expect } from "chai";
import { createFreshMemory, type Room } from "../../src/fresh-memory.js";

describe("a fresh memory", () => {
  function memoryWith(room: Room<string>) {
    const clock = { at: 0 };
    return { memory: createFreshMemory<string>({ ...room, freshMs: 10, now: () => clock.at }), clock };
  }

  it("tells what is fresh, as long as it was not read before", () => {
    const { memory, clock } = memoryWith({ max: 10 });
    memory.set("a", "");
    clock.at = 6;
    memory.set("b", "second");
    memory.set("c", "read before", 4);
    const known = () => ["a", "b", "c", "d"].map((key) => memory.get(key));
    expect(known()).to.deep.equal(["", "second", "read before", undefined]);
    clock.at = 10;
    expect(known()).to.deep.equal(["", "second", "read before", undefined]);
    clock.at = 11;
    expect(known()).to.deep.equal([undefined, "second", "read before", undefined]);
    clock.at = 15;
    expect(known()).to.deep.equal([undefined, "second", undefined, undefined]);
  });

  it("is fresh again with what is set anew, and has nothing of what is deleted", () => {
    const { memory, clock } = memoryWith({ max: 10 });
    memory.set("a", "old");
    clock.at = 11;
    memory.set("a", "new");
    expect(memory.get("a")).to.equal("new");
    memory.delete("a");
    expect(memory.get("a")).to.equal(undefined);
  });

  it("forgets what was not asked for the longest when there are too many", () => {
    const { memory } = memoryWith({ max: 2 });
    memory.set("a", "1");
    memory.set("b", "2");
    memory.get("a");
    memory.set("c", "3");
    expect(["a", "b", "c"].map((key) => memory.get(key))).to.deep.equal(["1", undefined, "3"]);
  });

  it("forgets as much as something large needs, and does not take what is too large", () => {
    const { memory } = memoryWith({ maxBytes: 10, bytesOf: (value, key) => value.length + key.length });
    memory.set("a", "1234");
    memory.set("b", "1234");
    memory.set("c", "12345");
    expect(["a", "b", "c"].map((key) => memory.get(key))).to.deep.equal([undefined, undefined, "12345"]);
    memory.set("d", "1234567890");
    expect(["c", "d"].map((key) => memory.get(key))).to.deep.equal(["12345", undefined]);
  });
});
