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

  it("a published schema includes validation rules that are enforced in code", () => {
    const { range, rules } = published(schema)["properties"] as Record<string, object>;
    expect(range).to.have.keys("type", "properties", "anyOf");
    expect(rules).to.deep.equal({ type: "array", items: { $ref: "#/components/schemas/Rule" } });
  });

  it("a published schema references definitions at the requested location", () => {
    const { rules } = published(schema, "#/$defs/")["properties"] as Record<string, object>;
    expect(rules).to.deep.equal({ type: "array", items: { $ref: "#/$defs/Rule" } });
  });

  it("the published schema of a request accepts null for optional fields", () => {
    const { range } = publishedRequest(schema)["properties"] as Record<string, object>;
    expect(range).to.deep.include({ type: ["object", "null"] });
  });

  it("a published schema contains rules that the compiled validator does not check", () => {
    expect(compileSchema(schema, { subject: "body", errors: "first" })({ range: {} })).to.deep.equal([]);
  });
});
