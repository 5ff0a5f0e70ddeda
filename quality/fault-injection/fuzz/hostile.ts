import fc, { type Arbitrary } from "fast-check";

/** Texts that often cause bugs: empty, whitespace, broken surrogates, code, paths, names of internals, very long. */
const TEXTS: readonly string[] = [
  "",
  " ",
  "\t\n",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udc00x",
  "\ufeff",
  "\u202eabc",
  "🦄👩‍👩‍👧‍👦",
  "e\u0301".repeat(40),
  "İıſßﬀ",
  "مرحبا",
  "__proto__",
  "constructor",
  "toString",
  "_id",
  "_source",
  "a..b",
  ".",
  "*",
  "$where",
  "$",
  "-1",
  "1e400",
  "NaN",
  "../../../etc/passwd",
  "..%2f..%2f",
  "<script>alert(1)</script>",
  "' OR 1=1 --",
  "${jndi:ldap://127.0.0.1/a}",
  "{{7*7}}",
  "title:* AND (",
  '"\\',
  "/(a+)+$/",
  "9999-12-31T23:59:59Z",
  "0000-00-00",
  "x".repeat(257),
  "x".repeat(5_000),
  "w ".repeat(600),
  "0".repeat(400),
];

const NUMBERS: readonly number[] = [
  ...[0, -0, -1, 1.5, 1e21, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 0.1 + 0.2],
];

/** An object with own members named like built-in properties. */
const internals = (value: unknown): unknown => JSON.parse(`{"__proto__":${JSON.stringify(value)},"constructor":1}`);

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
const nestedObject = (depth: number): unknown => (depth === 0 ? 1 : { $and: [nestedObject(depth - 1)] });

export const hostileText: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
);

/** JSON values of unexpected types and shapes. */
export const hostileValue: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...NUMBERS) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { "": 1 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(internals(1), internals({ limit: 1 }), nested(60), nestedObject(30)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      Array.from({ length: 1_200 }, (_, at) => at),
      "x".repeat(70_000),
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);
