import { expect } from "chai";
import { storedAddress } from "../../../../src/tracking/snowplow/fields.js";

describe("storedAddress", () => {
  for (const [address, stored] of [
    ["https://shop.example/", "https://shop.example/"],
    ["https://shop.example", "https://shop.example/"],
    ["https://shop.example:8443/a/b?email=ada@x.example", "https://shop.example:8443/a/b"],
    ["https://shop.example/?", "https://shop.example/"],
    ["https://shop.example/a#/account?email=ada@x.example", "https://shop.example/a"],
    ["https://ada:secret@shop.example/a", "https://shop.example/a"],
    ["https://ada@shop.example/a", "https://shop.example/a"],
    ["https://shop.example/a?utm_source=news&email=ada&ref=x+y", "https://shop.example/a?utm_source=news&ref=x+y"],
    ["https://shop.example/a?%75tm_source=news&utm_source", "https://shop.example/a?%75tm_source=news&utm_source"],
    ["https://shop.example/a?ada@x.example&&=ada&UTM_SOURCE=ada", "https://shop.example/a"],
    ["https://shop.example/a?email=ada&utm_source=%26email%3Dx", "https://shop.example/a?utm_source=%26email%3Dx"],
    ["/shirts?email=ada&ref=1#top", "/shirts?ref=1"],
    ["HTTP://SHOP.example/A", "http://shop.example/A"],
    ["//shop.example/a", null],
    ["/\\shop.example/a", null],
    ["shirts", null],
    ["ada@x.example", null],
    ["mailto:ada@x.example", null],
    ["javascript:alert(1)", null],
    ["data:text/plain,ada", null],
    ["file:///home/ada/page.html", null],
    ["https://", null],
    ["", null],
    [null, null],
  ] as const) {
    it(`the page URL ${JSON.stringify(address)} is stored as ${JSON.stringify(stored)}`, () => {
      expect(storedAddress(address, ["utm_source", "ref"])).to.equal(stored);
    });
  }

  it("the page URL is stored without query parameters that are not allowed", () => {
    expect(storedAddress("https://shop.example/?utm_source=news", [])).to.equal("https://shop.example/");
  });
});
