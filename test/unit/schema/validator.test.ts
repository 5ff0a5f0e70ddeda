import { expect } from "chai";
import { compileSchema, type JsonSchema } from "../../../src/schema/validator.js";

const closed = (properties: JsonSchema, required: readonly string[] = []) => ({
  type: "object",
  additionalProperties: false,
  properties,
  required,
});

const names = (count: number) => ({ names: Array.from({ length: count }, (_, at) => at) });

describe("the validation of a large document", () => {
  const check = compileSchema(closed({ names: { type: "array", items: { type: "string" } } }), {
    subject: "body",
    errors: "all",
  });
  it("the validation reports up to a hundred errors, but only the first error of a very large document", () => {
    expect([1, 99, 4_000, 5_000].map((count) => check(names(count)).length)).to.deep.equal([1, 99, 100, 1]);
  });
});

const SCHEMA: JsonSchema = closed(
  {
    user: closed({ device_id: { type: "string", minLength: 1 } }, ["device_id"]),
    limit: { type: "integer", minimum: 0, maximum: 250 },
    mode: { enum: ["insert", "soft_replace"] },
    code: { type: "string", pattern: "^[A-Z]+$", "x-expected": "capital letters" },
    names: { type: "array", minItems: 1, maxItems: 3, uniqueItems: true, items: { type: "string" } },
    share: { type: ["number", "null"], exclusiveMinimum: 0 },
    shapes: {
      type: "array",
      items: {
        type: "object",
        required: ["type"],
        discriminator: { propertyName: "type" },
        oneOf: [
          closed({ type: { const: "list" } }, ["type"]),
          closed({ type: { const: "range" }, min: { type: "number" } }, ["type"]),
        ],
      },
    },
    labels: { type: "object", propertyNames: { maxLength: 3 }, additionalProperties: { type: "string" } },
  },
  ["user"],
);

describe("compileSchema", () => {
  const check = compileSchema(SCHEMA, { subject: "body", errors: "all" });
  const user = { device_id: "d" };

  const wrong: readonly (readonly [what: string, json: string, path: string, message: string])[] = [
    ["an array instead of an object", "[1]", "", "the body must be an object, got [1]"],
    ["null", "null", "", "the body must be an object, got null"],
    ["a missing field", "{}", "user", "`user` is required"],
    ["a missing nested field", '{"user":{}}', "user.device_id", "`user.device_id` is required"],
    [
      "an empty string",
      '{"user":{"device_id":""}}',
      "user.device_id",
      '`user.device_id` must be a non-empty string, got ""',
    ],
    [
      "a misspelt field",
      '{"user":{"device_id":"d"},"limti":1}',
      "limti",
      "unknown field `limti` in the body; did you mean `limit`?",
    ],
    [
      "a misspelt nested field",
      '{"user":{"device_id":"d","id":1}}',
      "user.id",
      "unknown field `id` in `user`; expected one of `device_id`",
    ],
    [
      "a field named __proto__",
      '{"user":{"device_id":"d","__proto__":{"x":1}}}',
      "user.__proto__",
      "unknown field `__proto__` in `user`; expected one of `device_id`",
    ],
    [
      "a field named constructor",
      '{"user":{"device_id":"d","constructor":1}}',
      "user.constructor",
      "unknown field `constructor` in `user`; expected one of `device_id`",
    ],
    [
      "a number out of range",
      '{"user":{"device_id":"d"},"limit":1e400}',
      "limit",
      "`limit` must be an integer, got a number out of range",
    ],
    [
      "a fraction instead of an integer",
      '{"user":{"device_id":"d"},"limit":1.5}',
      "limit",
      "`limit` must be an integer, got 1.5",
    ],
    ["a number in a string", '{"user":{"device_id":"d"},"limit":"1"}', "limit", '`limit` must be an integer, got "1"'],
    [
      "a boolean instead of an integer",
      '{"user":{"device_id":"d"},"limit":false}',
      "limit",
      "`limit` must be an integer, got false",
    ],
    [
      "a number below the minimum",
      '{"user":{"device_id":"d"},"limit":-1}',
      "limit",
      "`limit` must be at least 0, got -1",
    ],
    [
      "a number above the maximum",
      '{"user":{"device_id":"d"},"limit":251}',
      "limit",
      "`limit` must be at most 250, got 251",
    ],
    [
      "a number equal to the exclusive minimum",
      '{"user":{"device_id":"d"},"share":0}',
      "share",
      "`share` must be more than 0, got 0",
    ],
    [
      "a value of a type that is not allowed",
      '{"user":{"device_id":"d"},"share":"a"}',
      "share",
      '`share` must be a number or null, got "a"',
    ],
    [
      "a value that is not one of the choices",
      '{"user":{"device_id":"d"},"mode":"replace"}',
      "mode",
      '`mode` must be one of "insert", "soft_replace", got "replace"',
    ],
    [
      "a value that does not match a pattern with a description",
      '{"user":{"device_id":"d"},"code":"abc"}',
      "code",
      '`code` must be capital letters, got "abc"',
    ],
    ["an empty list", '{"user":{"device_id":"d"},"names":[]}', "names", "`names` must be a non-empty list, got []"],
    [
      "a list with too many items",
      '{"user":{"device_id":"d"},"names":["a","b","c","d","e","f"]}',
      "names",
      "`names` must be a list of at most 3, got a list of 6",
    ],
    [
      "a list with duplicate items",
      '{"user":{"device_id":"d"},"names":["a","a"]}',
      "names",
      '`names` must be a list without duplicates, got ["a","a"]',
    ],
    [
      "a list item of the wrong type",
      '{"user":{"device_id":"d"},"names":["a",{}]}',
      "names.1",
      "`names.1` must be a string, got an object",
    ],
    [
      "an object of an unknown type",
      '{"user":{"device_id":"d"},"shapes":[{"type":"tree"}]}',
      "shapes.0",
      '`shapes.0` must be an object whose `type` is one of "list", "range", got an object',
    ],
    [
      "an object without a type",
      '{"user":{"device_id":"d"},"shapes":[{}]}',
      "shapes.0.type",
      "`shapes.0.type` is required",
    ],
    [
      "a field of a different object type",
      '{"user":{"device_id":"d"},"shapes":[{"type":"list","min":1}]}',
      "shapes.0.min",
      "unknown field `min` in `shapes.0`; expected one of `type`",
    ],
    [
      "a long string, which is shortened in the message",
      `{"user":{"device_id":"d"},"limit":"${"x".repeat(200)}"}`,
      "limit",
      `\`limit\` must be an integer, got "${"x".repeat(76)}…`,
    ],
  ];
  for (const [what, json, path, message] of wrong) {
    it(`the validation reports the error in ${what}`, () => {
      expect(check(JSON.parse(json))).to.deep.equal([{ path, message }]);
    });
  }

  it("the validation reports no error for a valid document", () => {
    expect(check({ user, limit: 0, shapes: [{ type: "range", min: 0 }], share: null })).to.deep.equal([]);
  });

  it("the validation lists all errors, or only the first error if this is requested", () => {
    const document = { user: {}, limit: -1 };
    const first = compileSchema(SCHEMA, { subject: "body", errors: "first" });
    expect(check(document).map(({ path }) => path)).to.have.members(["user.device_id", "limit"]);
    expect(first(document)).to.have.length(1);
  });
});
