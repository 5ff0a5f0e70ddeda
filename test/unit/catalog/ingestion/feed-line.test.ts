import { expect } from "chai";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { parseFeedLine } from "../../../../src/catalog/ingestion/feed-line.js";

const line = (data: unknown, operation: unknown = "insert") => JSON.stringify({ operation, product_data: data });

const digestOf = (text: string) => createHash("sha1").update(text).digest("base64").slice(0, 16);

function rejection(text: string) {
  const parsed = parseFeedLine(text);
  if (parsed.kind !== "rejected") throw new Error(`not rejected: ${text.slice(0, 200)}`);
  return parsed;
}

const of = (reason: string, product: string | null = null, variant: string | null = null) => ({
  kind: "rejected",
  reason,
  product_identifier: product,
  variant_identifier: variant,
});

describe("parseFeedLine", () => {
  describe("parseFeedLine with a valid line", () => {
    it("parseFeedLine parses an insert line into a variant with its fields", () => {
      const text =
        '{"operation":"insert","product_data":{"product_identifier":"P1","variant_identifier":"P1-red","title":"Polo",' +
        '"categories":["Clothing: Polo shirts"],"color":"","price":0,"in_stock":false,"specs":{"fabric":"cotton"}}}';
      expect(parseFeedLine(text)).to.deep.equal({
        kind: "insert",
        product_identifier: "P1",
        variant: {
          variant_identifier: "P1-red",
          active: true,
          digest: digestOf(text),
          data: {
            product_identifier: "P1",
            variant_identifier: "P1-red",
            title: "Polo",
            categories: ["Clothing: Polo shirts"],
            color: "",
            price: 0,
            in_stock: false,
            specs: { fabric: "cotton" },
          },
        },
        fields: new Map<string, unknown>([
          ["product_identifier", ["P1"]],
          ["variant_identifier", ["P1-red"]],
          ["title", ["Polo"]],
          ["categories", ["Clothing: Polo shirts"]],
          ["price", [0]],
          ["in_stock", [false]],
          ["specs.fabric", ["cotton"]],
        ]),
        lost: [],
        ignored: [],
      });
    });

    it("parseFeedLine parses a line without a variant identifier as a product without variants", () => {
      for (const data of [{ product_identifier: "P1" }, { product_identifier: "P1", variant_identifier: null }]) {
        const parsed = parseFeedLine(line(data));
        if (parsed.kind !== "insert") throw new Error("rejected");
        expect(parsed.variant.variant_identifier).to.equal("P1");
        expect(parsed.variant.is_whole_product).to.equal(true);
        expect(parsed.variant.data).to.deep.equal({ product_identifier: "P1", variant_identifier: "P1" });
      }
    });

    it("parseFeedLine reports ignored fields of a feed line", () => {
      const text =
        '{"operation":"insert","op":1,"product_data":{"product_identifier":"P1"},"__proto__":{},"constructor":1}';
      const parsed = parseFeedLine(text);
      expect(parsed.kind === "insert" && parsed.ignored).to.deep.equal(["op", "__proto__", "constructor"]);
    });

    it("parseFeedLine computes equal digests only for lines with equal text", () => {
      const digest = (text: string) => {
        const parsed = parseFeedLine(text);
        return parsed.kind === "insert" && parsed.variant.digest;
      };
      const one = line({ product_identifier: "P1", price: 1 });
      expect(digest(one)).to.equal(digest(one)).and.to.have.length(16);
      expect(digest(line({ product_identifier: "P1", price: 2 }))).to.not.equal(digest(one));
    });

    it("parseFeedLine parses the deletion of a variant or of a whole product", () => {
      expect(parseFeedLine(line({ product_identifier: "P1", variant_identifier: "V1" }, "delete"))).to.deep.equal({
        kind: "delete",
        product_identifier: "P1",
        variant_identifier: "V1",
      });
      expect(parseFeedLine(line({ product_identifier: "P1", price: "whatever" }, "delete"))).to.deep.equal({
        kind: "delete",
        product_identifier: "P1",
        variant_identifier: null,
      });
    });

    for (const price of ["null", '""', '" "', "0", "-0", "12.5", "1e3"]) {
      it(`parseFeedLine accepts the price ${price}`, () => {
        const text = `{"operation":"insert","product_data":{"product_identifier":"P1","price":${price}}}`;
        expect(parseFeedLine(text).kind).to.equal("insert");
      });
    }

    it("parseFeedLine converts a price that is sent as text to a number, and reports the conversion", () => {
      for (const [text, price] of [["12.50", 12.5], ["0", 0], [" 99 ", 99]] as const) {
        const lost = [{ field: "price", reason: "price_as_text", value: text }];
        const inserted = parseFeedLine(line({ product_identifier: "P1", price: text, variant_identifier: "V1" }));
        if (inserted.kind !== "insert") throw new Error("rejected");
        expect(inserted.variant.data).to.deep.equal({ product_identifier: "P1", price, variant_identifier: "V1" });
        expect(inserted.fields.get("price")).to.deep.equal([price]);
        expect(inserted.lost).to.deep.equal(lost);
        const updated = parseFeedLine(line({ product_identifier: "P1", price: text }, "update"));
        expect(updated).to.deep.include({ changes: [{ path: "price", value: price }], lost });
      }
    }); // prettier-ignore

    it("parseFeedLine converts integers that exceed number precision to text, and reports the conversion", () => {
      const data =
        '{"product_identifier":"P1","erp":1234567890123456789,"safe":9007199254740992,"refs":[1,9007199254740993],"at":{"id":-9007199254740993}}';
      const lost = [
        { field: "erp", reason: "unsafe_integer", value: "1234567890123456789" },
        { field: "refs", reason: "unsafe_integer", value: "9007199254740993" },
        { field: "at.id", reason: "unsafe_integer", value: "-9007199254740993" },
      ];
      const inserted = parseFeedLine(`{"operation":"insert","product_data":${data}}`);
      if (inserted.kind !== "insert") throw new Error("rejected");
      expect(inserted.lost).to.deep.equal(lost);
      expect(inserted.variant.data).to.deep.equal({
        product_identifier: "P1",
        erp: "1234567890123456789",
        safe: 9007199254740992,
        refs: [1, "9007199254740993"],
        at: { id: "-9007199254740993" },
        variant_identifier: "P1",
      });
      const updated = parseFeedLine(`{"operation":"update","product_data":${data}}`);
      expect(updated).to.deep.include({ lost });
      expect(updated.kind === "update" && updated.changes[0]).to.deep.equal({ path: "erp", value: "1234567890123456789" });
    }); // prettier-ignore

    it("parseFeedLine computes different digests for integers that differ only beyond number precision", () => {
      const digest = (id: string) => {
        const text = `{"operation":"insert","version":1,"product_data":{"product_identifier":"P1","erp":${id}}}`;
        const parsed = parseFeedLine(text, 1, true);
        return parsed.kind === "insert" && parsed.variant.digest;
      };
      expect(digest("1234567890123456789")).to.not.equal(digest("1234567890123456788"));
    });

    it("parseFeedLine drops NaN and infinite values, and reports the dropped fields", () => {
      const text =
        '{"operation":"insert","product_data":{"product_identifier":"P1","weight":NaN,"depth":-Infinity,"title":"NaN"}}';
      const parsed = parseFeedLine(text);
      expect(parsed.kind === "insert" && { lost: parsed.lost, title: parsed.fields.get("title") }).to.deep.equal({
        lost: [
          { field: "weight", reason: "not_finite" },
          { field: "depth", reason: "not_finite" },
        ],
        title: ["NaN"],
      });
    });

    it("parseFeedLine drops fields with reserved names, and reports the dropped fields", () => {
      const text =
        '{"operation":"insert","product_data":{"product_identifier":"P1","__proto__":{"price":1},"a":{"_b":1,"c":2}}}';
      const parsed = parseFeedLine(text);
      if (parsed.kind !== "insert") throw new Error("rejected");
      expect(parsed.lost).to.deep.equal([
        { field: "__proto__", reason: "name" },
        { field: "a._b", reason: "name" },
      ]);
      expect([...parsed.fields.keys()]).to.deep.equal(["product_identifier", "a.c", "variant_identifier"]);
      expect(JSON.stringify(parsed.variant.data)).to.equal(
        '{"product_identifier":"P1","__proto__":{"price":1},"a":{"_b":1,"c":2},"variant_identifier":"P1"}',
      );
    });

    it("parseFeedLine parses an update of one variant or of all variants of a product", () => {
      const data = { product_identifier: "P1", price: 3, specs: { fabric: null, "care.wash": 30 }, sizes: [] };
      const update = {
        kind: "update",
        number: 7,
        product_identifier: "P1",
        changes: [
          { path: "price", value: 3 },
          { path: "specs.fabric", value: null },
          { path: "specs.care.wash", value: 30 },
          { path: "sizes", value: [] },
        ],
        lost: [],
        ignored: [],
      };
      const fields = [
        ["product_identifier", ["P1"]],
        ["price", [3]],
        ["specs.care.wash", [30]],
      ] as const;
      expect(parseFeedLine(line(data, "update"), 7)).to.deep.equal({
        ...update,
        variant_identifier: null,
        fields: new Map<string, unknown>(fields),
      });
      expect(parseFeedLine(line({ ...data, variant_identifier: null }, "update"), 7)).to.deep.include(update);
      expect(parseFeedLine(line({ ...data, variant_identifier: "V1" }, "update"), 7)).to.deep.include({
        ...update,
        variant_identifier: "V1",
      });
    });

    it("parseFeedLine excludes product and variant identifiers from the field changes of an update", () => {
      const data = { product_identifier: "P1", variant_identifier: "V1", "product_identifier.x": 1, price: 2 };
      expect(parseFeedLine(line(data, "update"))).to.deep.include({ changes: [{ path: "price", value: 2 }] });
    });

    it("parseFeedLine accepts surrogate pairs, and escaped backslashes before the letter u", () => {
      for (const title of ["\\ud83d\\ude00", "\\\\ud83d", "😀"]) {
        const text = `{"operation":"insert","product_data":{"product_identifier":"P1","title":"${title}"}}`;
        expect(parseFeedLine(text).kind, title).to.equal("insert");
      }
    });

    it("parseFeedLine accepts identifiers of 512 bytes, with whitespace, in any writing system", () => {
      for (const id of [
        "x".repeat(512),
        "é".repeat(256),
        " P 1 ",
        "商品/1?#%",
        "constructor",
        "__proto__",
        "..",
        "_id",
      ]) {
        const parsed = parseFeedLine(line({ product_identifier: id, variant_identifier: id }));
        expect(parsed.kind === "insert" && parsed.product_identifier, id).to.equal(id);
      }
    });
  });

  describe("parseFeedLine with an invalid line", () => {
    it("parseFeedLine reports the message of the JSON parser for invalid JSON", () => {
      const { reason, ...rest } = rejection('{"operation": "insert", "product_data": {');
      expect(reason).to.match(/^not valid JSON: /);
      expect(rest).to.deep.equal({ kind: "rejected", product_identifier: null, variant_identifier: null });
    });

    const rejections: (readonly [string, object])[] = [
      ["null", of("expected a JSON object, got null")],
      ["[]", of("expected a JSON object, got an array")],
      ['"insert"', of("expected a JSON object, got a string")],
      ["0", of("expected a JSON object, got a number")],
      ["true", of("expected a JSON object, got a boolean")],
      ["NaN", of("expected a JSON object, got a number")],
      ["{}", of('operation: expected "insert", "update" or "delete", got no value')],
      ['{"operation":"upsert"}', of('operation: expected "insert", "update" or "delete", got "upsert"')],
      ['{"operation":""}', of('operation: expected "insert", "update" or "delete", got ""')],
      ['{"operation":0}', of('operation: expected "insert", "update" or "delete", got 0')],
      ['{"operation":{}}', of('operation: expected "insert", "update" or "delete", got an object')],
      ['{"operation":null}', of('operation: expected "insert", "update" or "delete", got null')],
      [
        line({ product_identifier: "P1", variant_identifier: "V1" }, "INSERT"),
        of('operation: expected "insert", "update" or "delete", got "INSERT"', "P1", "V1"),
      ],
      ['{"operation":"insert"}', of("product_data: expected an object, got null")],
      ['{"operation":"insert","product_data":[1]}', of("product_data: expected an object, got an array")],
      ['{"operation":"delete","product_data":"P1"}', of("product_data: expected an object, got a string")],
      [line({}), of("product_identifier: expected a string, got no value")],
      [line({ product_identifier: null }), of("product_identifier: expected a string, got no value")],
      [line({ product_identifier: 0 }), of("product_identifier: expected a string, got 0")],
      [line({ product_identifier: false }), of("product_identifier: expected a string, got false")],
      [line({ product_identifier: ["P1"] }), of("product_identifier: expected a string, got an array")],
      [line({ product_identifier: "" }), of("product_identifier: expected a non-blank string")],
      [line({ product_identifier: " \t " }), of("product_identifier: expected a non-blank string")],
      [line({ product_identifier: "x".repeat(513) }), of("product_identifier: longer than 512 bytes")],
      [line({ product_identifier: "é".repeat(257) }), of("product_identifier: longer than 512 bytes")],
      [
        line({ product_identifier: "a\nb" }),
        of("product_identifier: control characters and lone surrogates are not allowed"),
      ],
      [
        line({ product_identifier: "a\u0000" }, "delete"),
        of("product_identifier: control characters and lone surrogates are not allowed"),
      ],
      [
        line({ product_identifier: "a\ud83d" }),
        of("product_identifier: control characters and lone surrogates are not allowed"),
      ],
      [
        line({ product_identifier: "P1", variant_identifier: 7 }),
        of("variant_identifier: expected a string, got 7", "P1"),
      ],
      [
        line({ product_identifier: "P1", variant_identifier: "" }),
        of("variant_identifier: expected a non-blank string", "P1"),
      ],
      [
        line({ variant_identifier: "V1", price: 1 }),
        of("product_identifier: expected a string, got no value", null, "V1"),
      ],
      [
        line({ product_identifier: "P1", variant_identifier: "V1", price: "1,2" }),
        of('price: expected a number of at least 0, got "1,2"', "P1", "V1"),
      ],
      [
        '{"operation":"insert","product_data":{"product_identifier":1234567890123456789}}',
        of("product_identifier: expected a string, got an integer beyond 2^53"),
      ],
      [line({ product_identifier: "P1", price: "-1" }), of('price: expected a number of at least 0, got "-1"', "P1")],
      [line({ product_identifier: "P1", price: -0.01 }), of("price: expected a number of at least 0, got -0.01", "P1")],
      [
        line({ product_identifier: "P1", price: [1] }),
        of("price: expected a number of at least 0, got an array", "P1"),
      ],
      [line({ product_identifier: "P1", price: true }), of("price: expected a number of at least 0, got true", "P1")],
      [
        '{"operation":"insert","product_data":{"product_identifier":"P1","price":1e400}}',
        of("price: expected a number of at least 0, got Infinity", "P1"),
      ],
      [
        '{"operation":"insert","product_data":{"product_identifier":"P1","price":NaN}}',
        of("price: expected a number of at least 0, got Infinity", "P1"),
      ],
      [
        line({ product_identifier: "P1", price: "9".repeat(1000) }),
        of(`price: expected a number of at least 0, got "${"9".repeat(59)}…`, "P1"),
      ],
      [
        '{"operation":"insert","product_data":{"product_identifier":"P1","title":"\\ud83d"}}',
        of("text is not well-formed Unicode: a lone surrogate", "P1"),
      ],
      [
        '{"operation":"insert","product_data":{"product_identifier":"P1","specs":[{"\\uDE00":1}]}}',
        of("text is not well-formed Unicode: a lone surrogate", "P1"),
      ],
      [
        `{"operation":"insert","product_data":{"product_identifier":"P1","a":${"[".repeat(200)}${"]".repeat(200)}}}`,
        of("nested deeper than 100 levels", "P1"),
      ],
    ];
    rejections.push(
      ...rejections
        .filter(([text]) => text.startsWith('{"operation":"insert"') && text.includes("product_identifier"))
        .map(([text, expected]) => [text.replace("insert", "update"), expected] as const),
      [
        line({ product_identifier: "P1", ["a.".repeat(100) + "a"]: 1 }, "update"),
        of("nested deeper than 100 levels", "P1"),
      ],
      [
        line({ product_identifier: "P1", "price.net": 1 }, "update"),
        of("price: expected a number of at least 0, got an object", "P1"),
      ],
      [
        line({ product_identifier: "P1", ["a.".repeat(98) + "a"]: [[1]] }, "update"),
        of("nested deeper than 100 levels", "P1"),
      ],
    );
    for (const [text, expected] of rejections) {
      const name = text.length > 100 ? `${text.slice(0, 100)}…` : text;
      it(name, () => expect(parseFeedLine(text)).to.deep.equal(expected));
    }

    it("parseFeedLine reports excessive nesting if a lone surrogate is nested too deeply", () => {
      const deep = `${'{"a":['.repeat(50_000)}"\\ud83d"${"]}".repeat(50_000)}`;
      expect(
        parseFeedLine(`{"operation":"insert","product_data":{"product_identifier":"P1","a":${deep}}}`),
      ).to.deep.equal(of("nested deeper than 100 levels", "P1"));
    });
  });

  it("parseFeedLine never throws, and its error messages quote only well-formed text", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '{"operation":"insert","product_data":',
        '{"product_identifier":"P1"',
        "}",
        ",",
        '"',
        "\\",
        "NaN",
      ),
      fc.string({ unit: "binary" }),
      fc.json(),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const parsed = parseFeedLine(pieces.join(""));
        if (parsed.kind === "rejected") expect(parsed.reason.isWellFormed()).to.equal(true);
      }),
      { numRuns: 1000 },
    );
  });
});
