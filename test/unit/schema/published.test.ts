import { expect } from "chai";
import { published, publishedRequest } from "../../../src/schema/published.js";
import { compileSchema } from "../../../src/schema/validator.js";

describe("a published schema", () => {
  const schema = {
    type: "object",
    properties: {
      range: {
        type: "object",
        properties: { min: { type: "number" }, max: { type: "number" } },
        "x-published": { anyOf: [{ required: ["min"] }, { required: ["max"] }] },
      },
      rules: { type: "array", items: { "x-published": { $ref: "#/components/schemas/Rule" } } },
    },
  };

  it("describes the checks that are made by hand, wherever they apply", () => {
    const { range, rules } = published(schema)["properties"] as Record<string, object>;
    expect(range).to.have.keys("type", "properties", "anyOf");
    expect(rules).to.deep.equal({ type: "array", items: { $ref: "#/components/schemas/Rule" } });
  });

  it("refers to the place of definitions", () => {
    const { rules } = published(schema, "#/$defs/")["properties"] as Record<string, object>;
    expect(rules).to.deep.equal({ type: "array", items: { $ref: "#/$defs/Rule" } });
  });

  it("of a request accepts null for optional fields", () => {
    const { range } = publishedRequest(schema)["properties"] as Record<string, object>;
    expect(range).to.deep.include({ type: ["object", "null"] });
  });

  it("describes more than the validating schema, which leaves some checks to code", () => {
    expect(compileSchema(schema, { subject: "body", errors: "first" })({ range: {} })).to.deep.equal([]);
  });
});
