import { expect } from "chai";
import fc from "fast-check";
import { createVectorTable, packVector, vectorOf, vectorText } from "../../../src/semantic/nearest.js";

const vector = fc
  .array(fc.integer({ min: -127, max: 127 }), { minLength: 4, maxLength: 4 })
  .map((of) => Int8Array.from(of));

/** Deterministic pseudo-random numbers. */
function* numbers(): Generator<number, never, undefined> {
  let state = 1;
  for (;;) {
    state = (state * 48_271) % 2_147_483_647;
    yield state / 2_147_483_647;
  }
}

describe("vector table", () => {
  it("the vector table returns only products that are much nearer than the average, nearest first", () => {
    const table = createVectorTable(2);
    for (let at = 0; at < 97; at += 1) table.set(`chair-${at}`, Int8Array.of(0, 100));
    table.set("table", Int8Array.of(100, 0));
    table.set("desk", Int8Array.of(100, 20));
    table.set("lamp", Int8Array.of(-100, 0));
    expect(table.nearest(Int8Array.of(127, 0), 32, 3)).to.deep.equal([
      { id: "table", likeness: 5.76 },
      { id: "desk", likeness: 5.65 },
    ]);
    expect(table.nearest(Int8Array.of(127, 0), 1, 3).map(({ id }) => id)).to.deep.equal(["table"]);
  });

  it("the vector table returns an empty list if no product is nearer than the average", () => {
    const table = createVectorTable(2);
    expect(table.nearest(Int8Array.of(1, 0), 32, 0)).to.deep.equal([]);
    table.set("a", Int8Array.of(1, 0));
    table.set("b", Int8Array.of(2, 0));
    table.set("c", Int8Array.of(1, 2, 3));
    expect(table.size).to.equal(2);
    expect(table.nearest(Int8Array.of(1, 0), 32, 0)).to.deep.equal([]);
    expect(table.nearest(Int8Array.of(1, 0, 0), 32, 0)).to.deep.equal([]);
  });

  it("the vector table contains the latest vector of each product, for any sequence of changes", () => {
    const change = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.option(vector));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), vector, (changes, query) => {
        const [table, expected] = [createVectorTable(4), createVectorTable(4)];
        const last = new Map<string, Int8Array>();
        for (const [id, value] of changes) {
          if (value === null) table.delete(`p${id}`);
          else table.set(`p${id}`, value);
          if (value === null) last.delete(`p${id}`);
          else last.set(`p${id}`, value);
        }
        for (const [id, value] of last) expected.set(id, value);
        expect(table.size).to.equal(last.size);
        expect(table.nearest(query, 32, -100)).to.have.deep.members(expected.nearest(query, 32, -100));
      }),
    );
  });

  it("the vector table finds nearly all nearest neighbours by comparing only the signs of vector components", () => {
    const [dimensions, random] = [384, numbers()];
    const centres = Array.from({ length: 60 }, () =>
      Float32Array.from({ length: dimensions }, () => random.next().value - 0.4),
    );
    const around = (centre: Float32Array) => packVector(centre.map((value) => value + random.next().value - 0.5));
    const vectors = Array.from({ length: 6_000 }, (_, at) => around(centres[at % centres.length] as Float32Array));
    const table = createVectorTable(dimensions);
    vectors.forEach((one, at) => table.set(`p${at}`, one));
    const product = (a: Int8Array, b: Int8Array) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
    const cosine = (a: Int8Array, b: Int8Array) => product(a, b) / Math.sqrt(product(a, a) * product(b, b));
    let found = 0;
    for (const centre of centres.slice(0, 8)) {
      const query = around(centre);
      const exact = vectors
        .map((one, at) => ({ id: `p${at}`, likeness: cosine(query, one) }))
        .sort((a, b) => b.likeness - a.likeness)
        .slice(0, 20);
      const ids = new Set(table.nearest(query, 20, -100).map(({ id }) => id));
      found += exact.filter(({ id }) => ids.has(id)).length;
    }
    expect(found).to.be.at.least(8 * 20 * 0.95);
  });
});

describe("a packed vector", () => {
  it("a packed vector keeps the direction of the vector when converted to text and back", () => {
    const packed = packVector(Float32Array.of(0.5, -0.25, 0, 0.125));
    expect([...packed]).to.deep.equal([55, -28, 0, 14]);
    expect([...vectorOf(vectorText(packed))]).to.deep.equal([...packed]);
    const even = Float32Array.from({ length: 99 }, () => 0.1);
    expect([...packVector(Float32Array.of(5, ...even))].slice(0, 2), "a value far above all others").to.deep.equal([
      127, 6,
    ]);
    expect([...packVector(Float32Array.of(0, 0))]).to.deep.equal([0, 0]);
  });
});
