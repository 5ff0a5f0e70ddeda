import { expect } from "chai";
import fc from "fast-check";
import Type from "typebox";
import { choice, closed, completed, list, nullable, number, oneOf, record, toggle } from "../../../src/schema/typed.js";
import { compileSchema } from "../../../src/schema/validator.js";

const STEP = oneOf("by", [
  closed({ by: Type.Literal("walk"), pace: number(5, [0, 10], "Kilometres an hour.") }),
  closed({ by: choice(["bus", "train"]), line: Type.String(), night: toggle(false, "At night.") }),
]);
const JOURNEY = closed({
  name: Type.Optional(Type.String()),
  steps: list(STEP, { default: [{ by: "walk" }] }),
  limits: closed({ hours: number(8, [0, 24], "At most."), fare: closed({ most: number(0, [0, 9], "At most.") }) }),
  luggage: nullable(closed({ pieces: number(1, [0, 3], "How many.") }), { default: null }),
  places: record(Type.String(), closed({ visits: number(1, [0, 9], "How often.") }), { default: { home: {} } }),
});

describe("a typed schema", () => {
  it("a typed schema requires exactly the fields without a default", () => {
    expect(JOURNEY).to.deep.include({ type: "object", additionalProperties: false });
    expect(JOURNEY).not.to.have.property("required");
    expect(STEP).to.have.deep.nested.property("oneOf[1].required", ["by", "line"]);
    const check = compileSchema(JOURNEY, { subject: "journey", errors: "all" });
    expect(check({ steps: [{ by: "bus" }], luggage: null, limits: { hours: 25 } })).to.deep.equal([
      { path: "steps.0.line", message: "`steps.0.line` is required" },
      { path: "limits.hours", message: "`limits.hours` must be at most 24, got 25" },
    ]);
  });

  it("the completion of an empty document adds all defaults of the schema", () => {
    expect(completed(JOURNEY)).to.deep.equal({
      steps: [{ by: "walk", pace: 5 }],
      limits: { hours: 8, fare: { most: 0 } },
      luggage: null,
      places: { home: { visits: 1 } },
    });
  });

  it("the completion of a document adds defaults at every depth, and keeps 0, false, null and empty lists", () => {
    const document = {
      name: "",
      steps: [{ by: "walk", pace: 0 } as const, { by: "train", line: "S1" } as const],
      limits: { fare: {} },
      luggage: {},
      places: { work: { visits: 0 } },
    };
    expect(completed(JOURNEY, document)).to.deep.equal({
      name: "",
      steps: [
        { by: "walk", pace: 0 },
        { by: "train", line: "S1", night: false },
      ],
      limits: { hours: 8, fare: { most: 0 } },
      luggage: { pieces: 1 },
      places: { home: { visits: 1 }, work: { visits: 0 } },
    });
    expect(completed(JOURNEY, { steps: [], places: { home: { visits: 3 } } })).to.deep.include({
      steps: [],
      places: { home: { visits: 3 } },
    });
  });

  it("the completion of a document keeps fields of another schema version", () => {
    const document = { steps: [{ by: "boat", knots: 3 }], pets: 1 } as object;
    expect(completed(JOURNEY, document)).to.deep.include(document);
  });

  it("the completion of a document changes neither a complete value nor the original document", () => {
    const journey = fc.record(
      {
        steps: fc.array(
          fc.oneof(
            fc.record({ by: fc.constant("walk" as const), pace: fc.nat(10) }, { requiredKeys: ["by"] }),
            fc.record({ by: fc.constant("bus" as const), line: fc.string() }),
          ),
        ),
        limits: fc.record({ hours: fc.nat(24) }, { requiredKeys: [] }),
        luggage: fc.option(fc.record({ pieces: fc.nat(3) }, { requiredKeys: [] })),
        places: fc.dictionary(fc.string(), fc.record({ visits: fc.nat(9) }, { requiredKeys: [] })),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(journey, (document) => {
        const before = structuredClone(document);
        const complete = completed(JOURNEY, document);
        expect(completed(JOURNEY, complete)).to.deep.equal(complete);
        expect(document).to.deep.equal(before);
      }),
    );
  });
});
