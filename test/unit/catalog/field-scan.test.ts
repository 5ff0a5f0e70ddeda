import { expect } from "chai";
import fc from "fast-check";
import { FieldScan, type FieldNameRules as FieldRules } from "../../../src/catalog/field-scan.js";
import type { FieldType, Scalar } from "../../../src/catalog/fields.js";
import { fitValue } from "../../../src/catalog/field-types.js";
import { NO_FIELD_RULES } from "../../support/field-rules.js";

type Line = Readonly<Record<string, readonly Scalar[]>>;

const fieldsOf = (line: Line) => new Map(Object.entries(line));

function scanOn(
  {
    known = {},
    ...rules
  }: Partial<Omit<FieldRules, "declared" | "named">> & {
    readonly known?: Record<string, FieldType>;
    readonly declared?: Record<string, FieldType>;
    readonly named?: readonly string[];
  },
  ...lines: readonly Line[]
) {
  const scan = new FieldScan(new Map(Object.entries(known)), {
    ...NO_FIELD_RULES,
    maxFields: 1000,
    ...rules,
    declared: new Map(Object.entries(rules.declared ?? {})),
    named: new Set(rules.named),
  });
  for (const line of lines) scan.observe(fieldsOf(line));
  const decided = scan.decide();
  const lost = lines.flatMap((line) =>
    decided.warningsOf(fieldsOf(line)).map(({ field, reason }) => `${field} ${reason}`),
  );
  return { types: Object.fromEntries(decided.types), added: [...decided.added], lost };
}

const scan = (...lines: readonly Line[]) => scanOn({}, ...lines);

describe("the type detection of feed fields", () => {
  const votes: readonly (readonly [readonly Scalar[], FieldType, readonly Scalar[]])[] = [
    [[0], "number", []],
    [[false], "boolean", []],
    [["x"], "string", []],
    [[1, 2, "n/a"], "number", ["n/a"]],
    [[1, 2, "3"], "number", []],
    [[1, "a"], "string", []],
    [[1, true], "string", []],
    [[true, 0], "string", []],
    [[true, false, "maybe", "true"], "string", []],
    [[true, false, true, "maybe", "true"], "boolean", ["maybe"]],
    [[1, 2, true, "x"], "number", [true, "x"]],
    [["38", "40", 42], "string", []],
  ];
  for (const [values, type, lost] of votes) {
    it(`type detection of feed fields infers ${type} for ${JSON.stringify(values)}${lost.length > 0 ? ` and drops ${JSON.stringify(lost)}` : ""}`, () => {
      const together = scan({ a: values });
      expect(together).to.deep.equal({ types: { a: type }, added: ["a"], lost: lost.map(() => "a type") });
      expect(scan(...values.map((value) => ({ a: [value] })))).to.deep.equal(together);
    });
  }

  it("the type detection of feed fields infers the most frequent type of the values, regardless of their order", () => {
    const value = fc.oneof(fc.integer(), fc.boolean(), fc.constantFrom("n/a", "7", "true", "x"));
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), (values) => {
        const { types, lost } = scan(...values.map((one) => ({ a: [one] })));
        const count = (kind: string) => values.filter((one) => typeof one === kind).length;
        const most = Math.max(...["string", "number", "boolean"].map(count));
        const winners = (["string", "number", "boolean"] as const).filter((kind) => count(kind) === most);
        const expected = winners.length === 1 ? (winners[0] as FieldType) : "string";
        expect(types["a"]).to.equal(expected);
        expect(lost.length).to.equal(values.filter((one) => fitValue(one, expected) === undefined).length);
      }),
    );
  });

  it("the type detection of feed fields keeps the types of existing fields, and drops values of a different type", () => {
    const known = { n: "number", s: "string", b: "boolean", d: "date" } as const;
    const result = scanOn({ known }, { n: ["x", "5"], s: [1], b: [1], d: ["soon"] }, { n: ["y"] }, { n: ["z"] });
    expect(result).to.deep.equal({
      types: known,
      added: [],
      lost: ["n type", "b type", "d type", "n type", "n type"],
    });
  });

  it("the type detection of feed fields applies declared types only to new fields", () => {
    const declared = { released_at: "date", old: "date", size: "string" } as const;
    const lines = [{ released_at: ["soon"], old: ["2024-01-01"], size: [38, 40] }];
    expect(scanOn({ declared, known: { old: "string" } }, ...lines)).to.deep.equal({
      types: { old: "string", released_at: "date", size: "string" },
      added: ["released_at", "size"],
      lost: ["released_at type"],
    });
  });

  it("the type detection of feed fields drops texts that exceed the maximum length of a value", () => {
    expect(scan({ a: ["x".repeat(1025), "x"] }).lost).to.deep.equal(["a too_long"]);
    expect(scanOn({ known: { a: "string" } }, { a: ["x".repeat(1025)] }).lost).to.deep.equal(["a too_long"]);
  });

  it("the type detection of feed fields drops an object if an earlier line contains a scalar value in the field", () => {
    expect(scan({ a: [1] }, { "a.b": [1], "a.b.c": [1] }, { "a.b": [2] })).to.deep.equal({
      types: { a: "number" },
      added: ["a"],
      lost: ["a.b value_and_object", "a.b.c value_and_object", "a.b value_and_object"],
    });
  });

  it("the type detection of feed fields drops a scalar value if an earlier line contains an object in the field", () => {
    expect(scan({ "a.b.c": [1] }, { a: [1], "a.b": [2], "a.x": [3] })).to.deep.equal({
      types: { "a.b.c": "number", "a.x": "number" },
      added: ["a.b.c", "a.x"],
      lost: ["a value_and_object", "a.b value_and_object"],
    });
  });

  it("the type detection drops scalar values in existing object fields, and objects in existing scalar fields", () => {
    const known = { "a.b": "string", c: "string" } as const;
    expect(scanOn({ known }, { a: [1], "c.d": [1] }).lost).to.deep.equal([
      "a value_and_object",
      "c.d value_and_object",
    ]);
  });

  it("the type detection of feed fields does not treat a field `a` as the parent of a field `ab`", () => {
    expect(scan({ a: [1] }, { ab: [1], "ab.c": [2] }).lost).to.deep.equal(["ab.c value_and_object"]);
    expect(scan({ "a.b": [1] }, { ab: [1] }).lost).to.deep.equal([]);
  });

  describe("the type detection of feed fields at the field limit", () => {
    it("the type detection of feed fields omits new fields if the field limit is exceeded", () => {
      expect(scanOn({ maxFields: 2 }, { a: [1], b: [1], c: [1] }, { a: ["x", "y"], c: [2] })).to.deep.equal({
        types: { a: "string", b: "number" },
        added: ["a", "b"],
        lost: ["c ceiling", "c ceiling"],
      });
    });

    it("the type detection at the field limit removes existing fields that the feed omits, except configured fields", () => {
      const known = { gone: "string", kept: "string", seen: "number" } as const;
      const rules = { known, maxFields: 4, named: ["kept"] };
      const line = { seen: [1], x: [1], y: [1] };
      expect(Object.keys(scanOn({ ...rules, mayForget: true }, line).types)).to.deep.equal(["kept", "seen", "x", "y"]);
      const mapped = scanOn({ ...rules, mayForget: false }, line);
      expect(Object.keys(mapped.types)).to.deep.equal(["gone", "kept", "seen", "x"]);
      expect(mapped.lost).to.deep.equal(["y ceiling"]);
    });

    it("the type detection keeps existing fields that the feed omits if the field limit is not reached", () => {
      const known = { gone: "date" } as const;
      expect(scanOn({ known, maxFields: 2, mayForget: true }, { x: [1] }).types).to.deep.equal({
        x: "number",
        gone: "date",
      });
    });

    it("the type detection at the field limit keeps configured fields even if they occur last in the feed", () => {
      const { types, lost } = scanOn({ maxFields: 1, named: ["z"] }, { a: [1], b: [1] }, { z: ["x"] });
      expect(types).to.deep.equal({ z: "string" });
      expect(lost).to.deep.equal(["a ceiling", "b ceiling"]);
    });

    it("the type detection of feed fields returns the same fields when an ingestion job is repeated", () => {
      const name = fc.constantFrom("a", "b", "c", "d", "e.x", "e.y", "e", "f");
      const lines = fc.array(
        fc.dictionary(name, fc.array(fc.oneof(fc.nat(), fc.boolean(), fc.string()), { minLength: 1 })),
      );
      fc.assert(
        fc.property(lines, fc.integer({ min: 1, max: 6 }), fc.boolean(), (payload, maxFields, mayForget) => {
          const rules = { maxFields: maxFields, mayForget, named: ["d"] };
          const first = scanOn({ ...rules, known: { g: "string", b: "number" } }, ...payload);
          const again = scanOn({ ...rules, known: first.types }, ...payload);
          expect(again.types).to.deep.equal(first.types);
          expect(again.lost).to.deep.equal(first.lost);
        }),
      );
    });

    it("the type detection of feed fields keeps the number of fields and objects below the limit of the engine", () => {
      const names = Array.from({ length: 12_000 }, (_, one) => [`x${one}.y.z`, [1]] as const);
      const { added, lost } = scanOn({ maxFields: 20_000 }, Object.fromEntries(names));
      expect(added.length).to.equal(Math.floor(29_000 / 3));
      expect(added.length + lost.length).to.equal(12_000);
      expect(new Set(lost)).to.have.length(lost.length);
      expect(lost.every((one) => one.endsWith(" ceiling"))).to.equal(true);
    });
  });
});
