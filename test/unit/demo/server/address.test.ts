import { expect } from "chai";
import fc from "fast-check";
import {
  formatAddress,
  listing,
  parseAddress,
  parseRange,
  type Address,
  type Collection,
} from "../../../../demo/server/address.js";

/** Parses a path like a browser, which percent-encodes characters. */
function parse(path: string): Address {
  const { pathname, searchParams } = new URL(`http://shop.example${path}`);
  return parseAddress(pathname, searchParams);
}

describe("URL parser of the demo shop", () => {
  it("the URL parser of the demo shop parses the URL of every page", () => {
    const knitwear: Collection = { kind: "category", department: "Women", category: ["Clothing", "Knitwear"] };
    const expected: readonly (readonly [string, Address])[] = [
      ["/", { page: "home" }],
      ["/?from=mail", { page: "home" }],
      ["/c/Women/Clothing/Knitwear", listing(knitwear)],
      ["/c/Men", listing({ kind: "category", department: "Men", category: [] })],
      [
        "/sale?sort=price_asc&f.color=Black&f.color=Navy&r.price=50..99.99&r.price=1000..&f.=x&r.price=cheap&utm=1",
        listing(
          { kind: "sale" },
          {
            sort: "price_asc",
            lists: new Map([
              ["color", ["Black", "Navy"]],
              ["", ["x"]],
            ]),
            ranges: new Map([["price", [{ min: 50, max: 99.99 }, { min: 1000 }]]]),
          },
        ),
      ],
      ["/search?q=red%20shoes", listing({ kind: "search", query: "red shoes" })],
      ["/search", listing({ kind: "search", query: "" })],
      ["/new", listing({ kind: "new" })],
      ["/p/a%2Fb?variant=a%26b", { page: "product", product: "a/b", variant: "a&b" }],
      ["/p/410001", { page: "product", product: "410001", variant: null }],
      ["/cart", { page: "cart" }],
      ["/order/1", { page: "order", order: "1" }],
      ["/help/delivery-and-returns", { page: "help" }],
    ];
    expect(expected.map(([path]) => parse(path))).to.deep.equal(expected.map(([, address]) => address));
  });

  it("the URL parser of the demo shop returns a not_found page with the requested path for an unknown URL", () => {
    for (const path of [
      "/c",
      "/c/",
      "/c/Women/",
      "/c//x",
      "/p",
      "/p/",
      "/p/1/2",
      "/cart/1",
      "/sale/x",
      "/nope",
      "//",
      "/%ff",
    ]) {
      expect(parseAddress(path, new URLSearchParams()), path).to.deep.equal({ page: "not_found", path });
    }
  });

  it("the URL parser of the demo shop parses the formatted URL of any page to the original page", () => {
    const text = fc
      .string({ minLength: 1, unit: "grapheme" })
      .filter((one) => one.isWellFormed() && !/^\.{1,2}$/.test(one));
    const collection: fc.Arbitrary<Collection> = fc.oneof(
      fc.record({
        kind: fc.constant("category" as const),
        department: text,
        category: fc.array(text, { maxLength: 3 }),
      }),
      fc.record({ kind: fc.constant("search" as const), query: text }),
      fc.constantFrom({ kind: "new" } as const, { kind: "sale" } as const),
    );
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0);
    const range = fc
      .oneof(fc.record({ min: number }), fc.record({ max: number }), fc.record({ min: number, max: number }))
      .map((one) => ({ ...one }));
    const selected = <T>(values: fc.Arbitrary<T>) =>
      fc
        .array(fc.tuple(text, fc.array(values, { minLength: 1, maxLength: 3 })), { maxLength: 3 })
        .map((all) => new Map(all));
    const address: fc.Arbitrary<Address> = fc.oneof(
      fc
        .record({ collection, sort: fc.option(text), lists: selected(text), ranges: selected(range) })
        .map(({ collection: of, ...how }) => listing(of, how)),
      fc.record({ page: fc.constant("product" as const), product: text, variant: fc.option(text) }),
      fc.record({ page: fc.constant("order" as const), order: text }),
      fc.constantFrom({ page: "home" } as const, { page: "cart" } as const, { page: "help" } as const),
    );
    fc.assert(
      fc.property(address, (one) => {
        expect(parse(formatAddress(one))).to.deep.equal(one);
      }),
    );
  });

  it("the URL parser of the demo shop rejects invalid price ranges and price ranges without bounds", () => {
    const texts = ["..", "", "5", "a..b", "1..2..3", "1..Infinity", " .. 5", "0..0", "-1..", "1e3.."];
    expect(texts.map(parseRange)).to.deep.equal([
      ...Array.from({ length: 6 }, () => undefined),
      ...[{ max: 5 }, { min: 0, max: 0 }, { min: -1 }, { min: 1000 }],
    ]);
  });
});
