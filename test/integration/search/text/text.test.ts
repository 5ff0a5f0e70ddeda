import { expect } from "chai";
import fc from "fast-check";
import type { LiveCatalog } from "../../../../src/catalog/live.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";
import type { SearchRules } from "../../../../src/storefront/search-configuration.js";
import { usePreparedEngine } from "../../../support/engine.js";
import { indexCatalog, storefrontOver, type Request, type FeedVariant } from "../../../support/search-catalog.js";

const product = (id: string, data: FeedVariant["data"]): FeedVariant => ({
  product_identifier: id,
  variant_identifier: `${id}-1`,
  data,
});

const PRODUCTS = [
  product("dress-shirt", { title: "Dress shirt", designer: "Adidas", color: "Red", categories: ["Men: Shirts"] }),
  product("shirt-dress", {
    title: "Shirt dress",
    designer: "Prada",
    color: "Red",
    description: "Goes with a dress shirt",
  }),
  product("sneakers", { title: "Running shoes", designer: "Adidas", color: "Blue", attributes: { material: "mesh" } }),
  product("the-row", { title: "Coat", designer: "The Row", color: "Red" }),
];

const searching = (search: Partial<SearchRules>) => ({ search: { ...DEFAULT_CONFIGURATION.search, ...search } });

const HOSTILE = [
  "title:(red OR", "*:*", "* ? ~ ^ \\", '"unclosed phrase', "red AND NOT (blue", "/regex[/", "{!lucene}x", "_exists_:title",
  "\u{1F525}\u{1F4A5}", "\u0000\u0001\u001f", "\ud800", "\udfff red", "\u202ered", "\ufeff", "\u200b", "'; DROP TABLE", "<script>",
  "${jndi:ldap://x}", "a".repeat(1_000), "漢字".repeat(500), "ไทย".repeat(300), "e\u0301".repeat(400), "a-b ".repeat(250),
  Array.from({ length: 160 }, (_, at) => `w${at}`).join(" "), "!!!", "%", "-", "--red", "+", "0", "the", "the of and", "   x   ",
  "\u{1F468}\u200d\u{1F469}\u200d\u{1F467} ".repeat(60), "1e400 NaN Infinity", "null", "undefined", "__proto__ constructor",
]; // prettier-ignore

describe("text search", () => {
  const suite = usePreparedEngine();
  let live: LiveCatalog;
  let request: Request;

  before(async () => {
    live = await indexCatalog(suite.engine, PRODUCTS);
    request = storefrontOver(suite.engine, live, searching({ minimum_hits: 1 }));
  });

  const found = async (query: string) => (await request({ query })).items.map((item) => item.product_identifier);

  it("text search finds words in any field, even if each word is in a different field", async () => {
    expect(await found("adidas running")).to.deep.equal(["sneakers"]);
    expect(await found("adidas shirts men")).to.deep.equal(["dress-shirt"]);
    expect(await found("mesh shoe")).to.deep.equal(["sneakers"]);
  });

  it("text search prefers titles that contain the query as a phrase", async () => {
    expect(await found("dress shirt")).to.deep.equal(["dress-shirt", "shirt-dress"]);
    expect(await found("shirt dress")).to.deep.equal(["shirt-dress", "dress-shirt"]);
  });

  it("text search for 'without sugar' ranks products that are declared free of sugar first", async () => {
    const yoghurts = [
      product("sugar", { title: "Yoghurt strawberry", attributes: { contains: "sugar" } }),
      product("plain", { title: "Yoghurt strawberry" }),
      product("free", { title: "Sugar-free yoghurt strawberry" }),
      product("told", { title: "Yoghurt strawberry", description: "Made without sugar" }),
      product("sugary", { title: "Yoghurt strawberry", categories: ["Sugared"] }),
      product("gum", { title: "Sugarless gum" }),
    ];
    const shop = storefrontOver(
      suite.engine,
      await indexCatalog(suite.engine, yoghurts),
      searching({ minimum_hits: 1 }),
    );
    const ids = async (query: string) => (await shop({ query })).items.map((item) => item.product_identifier);
    const three = (found: readonly string[]) => [found.slice(0, 2).sort(), found[2], found.slice(3).sort()];
    for (const query of ["yoghurt without sugar", "sugar free yoghurt", "strawberry yoghurt no sugar"])
      expect(three(await ids(query))).to.deep.equal([["free", "told"], "plain", ["sugar", "sugary"]]);
    const { meta } = await shop({ query: "yoghurt without sugar" });
    expect(meta).to.deep.equal({});
    expect((await ids("without sugar")).slice(0, 3).sort()).to.deep.equal(["free", "gum", "told"]);
  });

  it("text search treats a negation word in a product or brand name as an ordinary word", async () => {
    const named = [
      product("free-run", { title: "Free Run 5.0 running shoes", designer: "Nike" }),
      product("pegasus", { title: "Pegasus run shoes", designer: "Nike" }),
      product("run", { title: "Run shoes", designer: "Brio" }),
      product("people", { title: "Maxi dress", designer: "Free People" }),
      product("dress", { title: "Maxi dress", designer: "Brio" }),
      product("sugar", { title: "Sugar cookies", designer: "Nike" }),
      product("cookies", { title: "Sugar free cookies", designer: "Brio" }),
      product("bread", { title: "Gluten free bread", designer: "Brio" }),
      product("wheat", { title: "Wheat bread with gluten", designer: "Brio" }),
      product("toast", { title: "Bread", designer: "Brio" }),
      product("solder", { title: "Solder wire lead free", designer: "Brio" }),
      product("lead", { title: "Solder wire lead", designer: "Brio" }),
    ];
    const live = await indexCatalog(suite.engine, named);
    const shop = storefrontOver(suite.engine, live, searching({ minimum_hits: 1 }));
    const ids = async (query: string) => (await shop({ query })).items.map((item) => item.product_identifier);
    expect(await ids("nike free run")).to.deep.equal(["free-run"]);
    expect(await ids("dress free people")).to.deep.equal(["people"]);
    expect(await ids("sugar free cookies")).to.deep.equal(["cookies", "sugar"]);
    expect((await ids("sugar free"))[0]).to.equal("cookies");
    expect(await ids("gluten free bread")).to.deep.equal(["bread", "toast", "wheat"]);
    expect(await ids("lead free solder")).to.deep.equal(["solder", "lead"]);
    // Only the brand and the word of "Free Run" are known, and no other brand has titles with "Nike free".
    expect(await ids("nike free")).to.deep.equal(["free-run"]);
    // The brand "Sugar" sells a product with "free" in its title, but "sugar free" still means products without sugar.
    const balm = product("balm", { title: "Paraben free balm", designer: "Sugar" });
    const more = storefrontOver(
      suite.engine,
      await indexCatalog(suite.engine, [...named, balm]),
      searching({ minimum_hits: 1 }),
    );
    expect((await more({ query: "sugar free cookies" })).items.map((item) => item.product_identifier)).to.deep.equal([
      "cookies",
      "sugar",
    ]);
    // Later pages interpret the query like the first page.
    const relaxing = storefrontOver(suite.engine, live, searching({ minimum_hits: 5 }));
    const whole = await relaxing({ query: "nike free shoes" });
    expect([whole.items[0]?.product_identifier, whole.meta.all_words]).to.deep.equal(["free-run", 1]);
    const first = await relaxing({ query: "nike free shoes", limit: 1 });
    const second = await relaxing({ limit: 1, pagination: { cursor: first.recommendation_id, page: 2 } });
    expect(second.items[0]?.product_identifier).to.equal(whole.items[1]?.product_identifier);
  });

  it("text search corrects a word only if products contain the correction together with the query's other words", async () => {
    const shoes = [
      product("clogs", { title: "Mens clogs" }),
      product("cup", { title: "Sipper cup" }),
      product("cups", { title: "Kids sippers" }),
      product("lamp", { title: "Table lamp brass" }),
      product("lamb", { title: "Lambs leather" }),
    ];
    const shop = storefrontOver(suite.engine, await indexCatalog(suite.engine, shoes), searching({ minimum_hits: 1 }));
    const send = async (query: string) => {
      const { items, meta } = await shop({ query });
      return [items.map((item) => item.product_identifier), meta.suggestion];
    };
    expect(await send("mens slippers")).to.deep.equal([["clogs"], undefined]);
    // Words match by their stems, so all words of the query are found and no correction is needed.
    expect(await send("kids sipers")).to.deep.equal([["cups"], undefined]);
    expect(await send("kids sipprs")).to.deep.equal([["cups", "cup"], "kids sippers"]);
    expect(await send("table lammp")).to.deep.equal([["lamp"], "table lamp"]);
    expect(await send("bress")).to.deep.equal([["lamp"], "brass"]);
    expect(await send("lomp")).to.deep.equal([["lamp"], "lamp"]);
    expect(await send("lumen")).to.deep.equal([[], undefined]);
  });

  it("text search ignores stop words of the language", async () => {
    expect(await found("shoes for the running")).to.deep.equal(["sneakers"]);
    expect((await found("the row"))[0]).to.equal("the-row");
  });

  it("text search relaxes only queries without results", async () => {
    const strict = await request({ query: "red shirt" });
    expect([strict.total, strict.meta]).to.deep.equal([2, {}]);
    const relaxed = await request({ query: "adiddas runing boots" });
    const meta = { query_relaxed: true, all_words: 0, suggestion: undefined };
    expect(relaxed.items[0]?.product_identifier).to.equal("sneakers");
    expect({ suggestion: undefined, ...relaxed.meta }).to.deep.equal(meta);
    const nothing = await request({ query: "qqqqqqqq" });
    expect([nothing.total, nothing.meta]).to.deep.equal([0, {}]);
  });

  it("text search adds products that match some of the words if too few products match all words", async () => {
    const shop = storefrontOver(suite.engine, live, searching({ minimum_hits: 2 }));
    const ids = async (body: Parameters<Request>[0]) => (await shop(body)).items.map((item) => item.product_identifier);
    expect(await ids({ query: "running shoe" })).to.deep.equal(["sneakers"]);
    expect((await ids({ query: "shirt prada" })).slice(0, 2)).to.deep.equal(["shirt-dress", "dress-shirt"]);
    expect((await shop({ query: "shirt prada" })).meta).to.deep.equal({ query_relaxed: true, all_words: 1 });
    expect(await ids({ query: "shirt prada", sort: ["price_asc"] })).to.deep.equal(["shirt-dress"]);
    // A facet selection reduces the results, but does not cause partial matches.
    expect(await ids({ query: "red shirt", facet_filters: { designer: ["Prada"] } })).to.deep.equal(["shirt-dress"]);
  });

  it("text search finds compounds, split words, misspelt words and synonyms", async () => {
    const shop = storefrontOver(
      suite.engine,
      live,
      searching({ synonyms: [{ terms: ["trainers", "running shoes"] }] }),
    );
    const first = async (query: string) => (await shop({ query })).items[0]?.product_identifier;
    expect(await first("dressshirt")).to.equal("dress-shirt");
    expect(await first("sneekers adidas runing")).to.equal("sneakers");
    expect(await first("trainers")).to.equal("sneakers");
  });

  it("text search ranks a product before its accessories", async () => {
    const things = [
      product("case", { title: "Lamp case", designer: "Acme" }),
      product("cord", { title: "Lamp cord", designer: "Acme" }),
      product("cover", { title: "Cover for lamp", designer: "Acme" }),
      product("lamp", {
        title: "Acme Orbit 5 desk lamp USB with dimmer and warm light for long evenings",
        color: "Red",
      }),
      { ...product("lamp", { title: "Acme Orbit 5 desk lamp USB", color: "Blue" }), variant_identifier: "lamp-2" },
    ];
    const shop = storefrontOver(suite.engine, await indexCatalog(suite.engine, things));
    expect((await shop({ query: "lamp" })).items[0]).to.include({
      product_identifier: "lamp",
      variant_identifier: "lamp-1",
    });
    expect((await shop({ query: "blue lamp" })).items[0]).to.include({ variant_identifier: "lamp-2" });
  });

  it("text search supports filters, sort options and facets", async () => {
    const result = await request({
      query: "shirt",
      filters: { color: "Red" },
      facet_filters: { designer: ["Prada"] },
      facets: { keys: ["designer"] },
      sort: ["name_asc"],
    });
    expect(result.items.map((item) => item.product_identifier)).to.deep.equal(["shirt-dress"]);
    expect(result.facets[0]?.values).to.deep.equal([
      { value: "Adidas", label: "Adidas", count: 1, selected: false },
      { value: "Prada", label: "Prada", count: 1, selected: true },
    ]);
  });

  it("text search treats all typed characters as plain text", async () => {
    for (const query of HOSTILE) {
      const result = await request({ query, facets: { keys: ["*"] } });
      expect(result.total, JSON.stringify(query)).to.be.within(0, PRODUCTS.length);
    }
    expect(await found("*:*")).to.deep.equal([]);
    expect(await found("!!!")).to.deep.equal([]);
  });

  it("text search accepts any string as a query", async () => {
    const query = fc.string({ unit: fc.oneof(fc.string({ unit: "binary", minLength: 1, maxLength: 1 }), fc.constantFrom(" ", "a", "-", "*", '"', "漢")), maxLength: 300 }); // prettier-ignore
    await fc.assert(
      fc.asyncProperty(query, async (text) => {
        expect((await request({ query: text })).total).to.be.within(0, PRODUCTS.length);
      }),
      { numRuns: 40, interruptAfterTimeLimit: 30_000 },
    );
  });

  it("text search with filters of the maximum size does not exceed the limits of the engine", async () => {
    const shop = storefrontOver(suite.engine, live, {
      availability: { field: "color", in_stock: ["Blue"], out_of_stock: "bury", sorted: "keep" },
    });
    const filters = { $and: Array.from({ length: 270 }, (_, at) => ({ color: { $gte: `A${at}` } })) };
    for (const query of [
      Array.from({ length: 64 }, (_, at) => `w-${at}`).join(" "),
      "a b c d e f g h i j k l",
      "漢".repeat(200),
    ]) {
      expect((await shop({ query, filters })).total).to.be.within(0, PRODUCTS.length);
    }
  });

  for (const language of ["german", "cjk", "thai", "arabic"] as const) {
    it(`text search treats all typed characters as plain text in ${language}`, async () => {
      const shop = storefrontOver(suite.engine, await indexCatalog(suite.engine, PRODUCTS, { language }));
      for (const query of HOSTILE) {
        expect((await shop({ query })).total, JSON.stringify(query)).to.be.within(0, PRODUCTS.length);
      }
      expect((await shop({ query: "adidas shoes" })).items[0]?.product_identifier).to.equal("sneakers");
    });
  }
});

describe("text search in a language with compounds", () => {
  const suite = usePreparedEngine(["german"]);
  let found: (query: string) => Promise<string[]>;

  before(async () => {
    const products = [
      product("milk", { title: "Frische Vollmilch haltbar 1 l" }),
      product("chocolate", { title: "Milchschokolade 100 g" }),
      product("bread", { title: "Roggenbrot geschnitten" }),
      product("apple", { title: "Apfel Elstar" }),
      product("apples", { title: "Tafeläpfel 1 kg" }),
      product("pork", { title: "Schweinesteak vom Schwein" }),
      product("wine", { title: "Rotwein Merlot trocken" }),
    ];
    const live = await indexCatalog(suite.engine, products, { language: "german" });
    const request = storefrontOver(suite.engine, live, { language: "german" });
    found = async (query) => (await request({ query })).items.map((item) => item.product_identifier);
  });

  it("text search finds compounds that end with the searched word", async () => {
    expect(await found("milch")).to.deep.equal(["milk"]);
    expect(await found("brot")).to.deep.equal(["bread"]);
    expect(await found("wein")).to.deep.equal(["wine"]);
  });

  it("text search finds a word and its compounds in singular and plural", async () => {
    expect(await found("apfel")).to.have.members(["apple", "apples"]);
    expect(await found("äpfel")).to.have.members(["apple", "apples"]);
  });

  it("text search recognizes negations in the shop's language", async () => {
    const milks = [
      product("kaese", { title: "Laktosefreier Käse" }),
      product("frei", { title: "Milch laktosefrei" }),
      product("ohne", { title: "Milch ohne Laktose" }),
      product("milch", { title: "Milch" }),
      product("laktose", { title: "Milch mit Laktose" }),
      product("pulver", { title: "Milch Laktosepulver" }),
    ];
    const live = await indexCatalog(suite.engine, milks, { language: "german" });
    const shop = storefrontOver(suite.engine, live, { ...searching({ minimum_hits: 1 }), language: "german" });
    for (const query of ["Milch ohne Laktose", "laktosefreie Milch", "Milch laktosefrei", "Milch laktose frei"]) {
      const found = (await shop({ query })).items.map((item) => item.product_identifier);
      expect([found.slice(0, 2).sort(), found[2], found.slice(3).sort()]).to.deep.equal([
        ["frei", "ohne"],
        "milch",
        ["laktose", "pulver"],
      ]);
    }
  });
});
