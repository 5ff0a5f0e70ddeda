import { expect } from "chai";
import { checkConfiguration } from "../../../src/storefront/check-configuration.js";
import { DEFAULT_CONFIGURATION, type StorefrontConfiguration } from "../../../src/storefront/configuration.js";

import { PROFILE } from "../../../src/storefront/recommendation-configuration.js";
import { completed } from "../../../src/schema/typed.js";

const checked = (document: unknown) => checkConfiguration(document);
const PROFILE_DEFAULTS = completed(PROFILE, {});

describe("checkConfiguration", () => {
  it("the configuration check returns the default configuration for an empty document", () => {
    expect(checked({})).to.deep.equal({ document: {}, configuration: DEFAULT_CONFIGURATION });
  });

  it("the configuration check accepts the default configuration as a document", () => {
    expect(checked(DEFAULT_CONFIGURATION)).to.deep.equal({
      document: DEFAULT_CONFIGURATION,
      configuration: DEFAULT_CONFIGURATION,
    });
  });

  it("the configuration check adds missing settings at every depth and removes $schema", () => {
    const document = {
      language: "german",
      facets: [
        { key: "brand", label: "Brand", type: "list", field: "designer", collapsed: true },
        { key: "price", label: "Price", type: "range", field: "price" },
      ],
      field_weights: { title: 0 },
      ingestion: { max_deactivated_share: 0 },
      taste: { price: null, half_lives: { impression_hours: 30 }, event_weights: { view: 2 } },
      ranking: { affinity: 0 },
    };
    expect(checked({ $schema: "x", ...document })).to.deep.equal({
      document,
      configuration: {
        ...DEFAULT_CONFIGURATION,
        language: "german",
        facets: [
          {
            key: "brand",
            label: "Brand",
            type: "list",
            field: "designer",
            selection_mode: "multi",
            collapsed: true,
            order: "count",
          },
          {
            key: "price",
            label: "Price",
            type: "range",
            field: "price",
            selection_mode: "multi",
            collapsed: false,
            ranges: [],
          },
        ],
        field_weights: { title: 0, designer: 3, categories: 2, description: 1, other: 0.5 },
        ingestion: { max_deactivated_share: 0, max_fields: 10_000 },
        holdout_share: 0,
        signed_user_ids: false,
        taste: {
          ...DEFAULT_CONFIGURATION.taste,
          price: null,
          half_lives: { impression_hours: 30 },
          event_weights: { click: 0.5, view: 2, cart: 3, purchase: 6 },
        },
        ranking: { ...DEFAULT_CONFIGURATION.ranking, affinity: 0 },
      },
    });
  });

  it("the configuration check accepts every setting", () => {
    const document = {
      language: "french",
      currency: "EUR",
      sort_keys: [
        { key: "best", label: "Best", by: "featured" },
        { key: "rating", label: "Rating", by: "field", field: "attributes.rating", order: "desc" },
      ],
      default_sort: "rating",
      facets: [
        {
          key: "size",
          label: "Size",
          type: "list",
          field: "attributes.size.eu",
          selection_mode: "single",
          collapsed: false,
          order: "natural",
        },
        {
          key: "price",
          label: "Price",
          type: "range",
          field: "price",
          selection_mode: "multi",
          collapsed: true,
          ranges: [{ max: 0 }, { min: 0, max: 0 }, { min: 50, label: "50 and up" }],
        },
      ],
      aliases: { fabric: "attributes.material" },
      search: {
        phrase: 1,
        heads: 0,
        product_types: 100,
        brand: 0,
        all_words: 5,
        semantic: 5,
        popularity: 0,
        minimum_hits: 1,
        spelling: false,
        compounds: false,
        measures: false,
        named_variant: false,
        price_words: false,
        general_synonyms: false,
        category_intent: 0,
        intent_share: 0.95,
        synonyms: [{ terms: ["cell phone", "handset"] }, { terms: ["mesh"], to: ["net"] }],
      },
      suggest: { typed_queries: false, shoppers: 10, spelling: false, blocked: ["net"], taste: 0 },
      field_weights: { title: 1, designer: 1, categories: 1, description: 1, other: 0 },
      availability: { field: "stock", in_stock: [true, "yes", 1], out_of_stock: "bury", sorted: "keep" },
      department: "attributes.sex",
      sells_fashion: true,
      field_types: {
        released_at: "date",
        "specs.width": "number",
        fragile: "boolean",
        size: "string",
        price: "number",
      },
      redirects: [
        { queries: ["returns", "send back"], url: "/help/returns" },
        { queries: ["jobs"], url: "https://jobs.example/?a=b" },
      ],
      ingestion: { max_deactivated_share: 0.3, max_fields: 1 },
      holdout_share: 0.05,
      signed_user_ids: true,
      events: { page_url_parameters: ["utm_source", "utm_campaign"] },
      taste: {
        fields: [{ field: "attributes.style", weight: 0 }],
        price: null,
        half_lives: { impression_hours: 1 },
        event_weights: { click: 0, view: 1, cart: 2, purchase: 3 },
      },
      fields: { private: ["cost", "supplier.iban"], public: null },
      ranking: {
        affinity: 0,
        text_affinity: 10,
        co_visitation: 0,
        fatigue: 1,
        category_diversity: 0.5,
      },
      popularity: { half_life_days: 7, release: 100, event_weights: { view: 0, cart: 1, purchase: 2 } },
      rules: [
        {
          key: "front",
          when: {
            requests: "searches",
            queries: ["tie"],
            match: "contains",
            exact: true,
            categories: ["A: B"],
            filters: { $or: [{ a: 1 }, { b: 0 }] },
          },
          starts_at: "2026-11-27T00:00:00Z",
          ends_at: "2026-11-28T00:00:00+01:00",
          action: "pin",
          product: "p",
          position: 1000,
        },
        {
          key: "2",
          when: { requests: "all", queries: [], match: "is", exact: false, categories: [], filters: null },
          starts_at: null,
          ends_at: null,
          action: "boost",
          products: ["p"],
          filters: null,
          points: 0.5,
        },
      ],
    };
    const { profiles, placements } = DEFAULT_CONFIGURATION;
    expect(checked(document)).to.deep.equal({ document, configuration: { ...document, profiles, placements } });
  });

  it("the configuration check omits default settings that use private fields", () => {
    const { configuration } = checked({ fields: { public: ["name", "images", "designer"] } }) as {
      configuration: StorefrontConfiguration;
    };
    const { fields, facets, sort_keys, taste } = configuration;
    expect(fields).to.deep.equal({ private: [], public: ["name", "title", "images", "designer"] });
    expect(facets.map(({ key }) => key)).to.deep.equal(["designer"]);
    expect(sort_keys.map(({ key }) => key)).to.deep.equal(["featured", "name_asc"]);
    expect([taste.fields.map(({ field }) => field), taste.price]).to.deep.equal([["designer"], null]);
  });

  it("the configuration check rejects private fields in facets, sort options, taste and the department setting", () => {
    const document = {
      fields: { private: ["cost", "supplier.*", "gender", "product_identifier"] },
      aliases: { paid: "cost" },
      facets: [
        { key: "cost", label: "Cost", type: "range", field: "paid" },
        { key: "color", label: "Colour", type: "list", field: "color" },
      ],
      sort_keys: [
        { key: "featured", label: "Featured", by: "featured" },
        { key: "supplier", label: "Supplier", by: "field", field: "supplier.name", order: "asc" },
      ],
      taste: { fields: [{ field: "supplier.name", weight: 1 }], price: { field: "cost", weight: 1 } },
      department: "gender",
      availability: { field: "supplier.stock", in_stock: [true], out_of_stock: "hide" },
      rules: [{ key: "margin", action: "hide", filters: { cost: { $gte: 9 } } }],
    };
    const cannot = (field: string, use: string) =>
      `\`${field}\` is a private field (setting \`fields\`) and cannot be ${use}`;
    expect(checked(document)).to.deep.equal({
      errors: [
        { path: "fields.private", message: "`product_identifier` is returned with every item and cannot be private" },
        { path: "facets.0.field", message: cannot("cost", "a facet") },
        { path: "sort_keys.1.field", message: cannot("supplier.name", "a sort") },
        { path: "taste.fields.0.field", message: cannot("supplier.name", "part of the taste profile") },
        { path: "taste.price.field", message: cannot("cost", "part of the taste profile") },
        { path: "department", message: cannot("gender", "the department") },
      ],
    });
  });

  it("the configuration check adds profiles and placements to the defaults, and replaces defaults of the same name", () => {
    const filters = { color: "Red", price: { $gte: 1, $lt: 2 }, stock: null, size: { $in: ["S", null] } };
    const slot = { key: "best", title: "Best", profile: "best" };
    const document = {
      profiles: {
        best: { recommenders: [{ by: "popular" }, { by: "new_in", within: "seed_categories" }], taste: 0 },
        similar: { recommenders: [{ by: "content" }], include_seeds: true },
      },
      placements: { home: { slots: [slot, { ...slot, key: "red", filters }] } },
    };
    const { profiles, placements } = DEFAULT_CONFIGURATION;
    expect(checked(document)).to.deep.equal({
      document,
      configuration: {
        ...DEFAULT_CONFIGURATION,
        profiles: {
          ...profiles,
          best: {
            ...PROFILE_DEFAULTS,
            recommenders: [
              { by: "popular", within: "catalogue" },
              { by: "new_in", within: "seed_categories" },
            ],
            taste: 0,
          },
          similar: { ...PROFILE_DEFAULTS, recommenders: [{ by: "content" }], include_seeds: true },
        },
        placements: {
          ...placements,
          home: {
            slots: [
              { ...slot, filters: null },
              { ...slot, key: "red", filters },
            ],
            max_products: 5,
          },
        },
      },
    });
  });

  const list = { label: "L", type: "list", field: "color" };
  const featured = { label: "F", by: "featured" };
  const range = (...ranges: object[]) => ({
    facets: [{ key: "p", label: "P", type: "range", field: "price", ranges }],
  });
  const redirect = (url: string) => ({ redirects: [{ queries: ["q"], url }] });
  const notRedirect = (url: string) =>
    `\`redirects.0.url\` must be an http or https address or a path that begins with one slash, got ${JSON.stringify(url)}`;

  const banner = (more: object) => ({ rules: [{ key: "b", action: "banner", text: "Sale", ...more }] });

  const profile = (recommender: object) => ({ profiles: { best: { recommenders: [recommender] } } });
  const slots = (...given: object[]) => ({ placements: { home: { slots: given } } });
  const slot = { key: "best", title: "Best", profile: "popular" };

  const wrong: readonly (readonly [what: string, document: unknown, path: string, message: string])[] = [
    ["an array instead of an object", [], "", "the configuration must be an object, got []"],
    [
      "a misspelt setting",
      { facet: [] },
      "facet",
      "unknown field `facet` in the configuration; did you mean `facets`?",
    ],
    ["a blank synonym", { search: { synonyms: [{ terms: [" "] }] } }, "search.synonyms.0.terms.0", ""],
    ["a minimum of one shopper for suggested queries", { suggest: { shoppers: 1 } }, "suggest.shoppers", ""],
    ["a synonym without terms", { search: { synonyms: [{ to: ["net"] }] } }, "search.synonyms.0.terms", ""],
    ["an unknown language", { language: "klingon" }, "language", ""],
    ["an unknown field type", { field_types: { a: "integer" } }, "field_types.a", ""],
    [
      "a different type for a built-in field",
      { field_types: { price: "string" } },
      "field_types.price",
      "`price` is a number in every catalogue and cannot be a string",
    ],
    [
      "a field that is both a value and an object",
      { field_types: { "a.b.c": "number", a: "string" } },
      "field_types.a.b.c",
      "`a.b.c` cannot be nested in `a`, which is not an object",
    ],
    ["a field nested in a built-in field", { field_types: { "sizes.eu": "number" } }, "field_types.sizes.eu", ""],
    [
      "an unknown recommender",
      profile({ by: "content-like" }),
      "profiles.best.recommenders.0",
      '`profiles.best.recommenders.0` must be an object whose `by` is one of "next", "session_neighbours", "complementary", "content", "outfit", "affinity", "recently_viewed", "words", "popular", "trending", "new_in", got an object',
    ],
    [
      "the setting `within` for a recommender that does not support it",
      profile({ by: "content", within: "catalogue" }),
      "profiles.best.recommenders.0.within",
      "",
    ],
    ["a placement without slots", { placements: { home: { slots: [] } } }, "placements.home.slots", ""],
    [
      "a placement of seven slots",
      slots(...Array.from("abcdefg", (key) => ({ ...slot, key }))),
      "placements.home.slots",
      "",
    ],
    [
      "a duplicate slot key",
      slots(slot, slot),
      "placements.home.slots.1.key",
      "`placements.home.slots.1.key` must be unique",
    ],
    [
      "a slot that uses an unknown profile",
      slots({ ...slot, profile: "populer" }),
      "placements.home.slots.0.profile",
      "unknown profile `populer`; did you mean `popular`?",
    ],
    [
      "a slot that uses an unknown filter operator",
      slots({ ...slot, filters: { price: { $near: 1 } } }),
      "placements.home.slots.0.filters.price.$near",
      "",
    ],
    ["no sort keys", { sort_keys: [] }, "sort_keys", "`sort_keys` must be a non-empty list, got []"],
    [
      "a duplicate sort key",
      {
        sort_keys: [
          { key: "featured", ...featured },
          { key: "featured", ...featured },
        ],
      },
      "sort_keys.1.key",
      "`sort_keys.1.key` must be unique",
    ],
    [
      "a default sort that is not one of the sort keys",
      { default_sort: "featurd" },
      "default_sort",
      "unknown sort key `featurd`; did you mean `featured`?",
    ],
    [
      "sort keys that do not include the default sort",
      { sort_keys: [{ key: "best", ...featured }] },
      "default_sort",
      "unknown sort key `featured`; expected one of `best`",
    ],
    [
      "a duplicate facet key",
      {
        facets: [
          { key: "c", ...list },
          { key: "d", ...list },
          { key: "c", ...list },
        ],
      },
      "facets.2.key",
      "`facets.2.key` must be unique",
    ],
    ["a facet of an unknown type", { facets: [{ key: "c", ...list, type: "cloud" }] }, "facets.0", ""],
    [
      "a tree facet of a field without levels",
      { facets: [{ key: "c", ...list, type: "tree" }] },
      "facets.0.field",
      '`facets.0.field` of a tree facet must be `categories`, got "color"',
    ],
    [
      "an invalid price in a rule",
      { rules: [{ key: "r", action: "hide", filters: { price: { $gte: "cheap" } } }] },
      "rules.0.filters.price.$gte",
      '`rules.0.filters.price.$gte` must be a number, got "cheap"',
    ],
    [
      "a rule that has queries but applies only to listings",
      { rules: [{ key: "r", action: "hide", products: ["p"], when: { requests: "listings", queries: ["tie"] } }] },
      "rules.0.when.requests",
      "`rules.0.when.requests` must be `all` or `searches` for a rule with `queries`, got `listings`",
    ],
    [
      "an invalid date in a rule",
      {
        field_types: { made: "date" },
        aliases: { born: "made" },
        rules: [{ key: "r", action: "hide", filters: { a: 1 }, when: { filters: { born: "2024-02-30" } } }],
      },
      "rules.0.when.filters.born",
      '`rules.0.when.filters.born` must be an ISO 8601 timestamp or milliseconds since 1970, got "2024-02-30"',
    ],
    ["a facet key that is `*`", { facets: [{ key: "*", ...list }] }, "facets.0.key", ""],
    [
      "a range whose minimum exceeds its maximum",
      range({ min: 1, max: 0 }),
      "facets.0.ranges.0",
      "`min` (1) must not be greater than `max` (0)",
    ],
    [
      "a range without bounds",
      range({ label: "all" }),
      "facets.0.ranges.0",
      "`facets.0.ranges.0` must have `min`, `max` or both",
    ],
    ["an empty range", range({}), "facets.0.ranges.0", "`facets.0.ranges.0` must be a non-empty object, got an object"],
    [
      "an alias that hides a built-in name",
      { aliases: { price: "cost" } },
      "aliases.price",
      "`price` is a built-in item field and cannot be an alias",
    ],
    ["an alias whose name contains a space", { aliases: { "a b": "cost" } }, "aliases.a b", ""],
    [
      "a weight below zero",
      { field_weights: { title: -1 } },
      "field_weights.title",
      "`field_weights.title` must be at least 0, got -1",
    ],
    ["a share above one", { ingestion: { max_deactivated_share: 1.1 } }, "ingestion.max_deactivated_share", ""],
    ["a script as the link of a banner", banner({ url: "javascript:alert(1)" }), "rules.0.url", ""],
    ["a data URL as the image of a banner", banner({ image: "data:image/svg+xml,<svg/>" }), "rules.0.image", ""],
    ["a URL without a scheme as the image of a banner", banner({ image: "//evil.example/a.png" }), "rules.0.image", ""],
    ["a control character in the link of a banner", banner({ url: "/a\u0000" }), "rules.0.url", ""],
    ["a banner whose text is blank", banner({ text: " " }), "rules.0.text", ""],
    ["a banner whose text has two lines", banner({ text: "a\nb" }), "rules.0.text", ""],
    ["a banner with points", banner({ points: 3 }), "rules.0.points", ""],
    ["a redirect to a script", redirect("javascript:alert(1)"), "redirects.0.url", notRedirect("javascript:alert(1)")],
    [
      "a redirect to another host without a scheme",
      redirect("//evil.example"),
      "redirects.0.url",
      notRedirect("//evil.example"),
    ],
    [
      "a redirect to another host with a backslash",
      redirect("/\\evil.example"),
      "redirects.0.url",
      notRedirect("/\\evil.example"),
    ],
    ["a redirect to a relative path", redirect("help"), "redirects.0.url", notRedirect("help")],
    ["a redirect with a line break", redirect("/a\n"), "redirects.0.url", notRedirect("/a\n")],
    [
      "a query that is redirected twice",
      {
        redirects: [
          { queries: ["Jobs"], url: "/a" },
          { queries: ["x", " jobs "], url: "/b" },
        ],
      },
      "redirects.1.queries.1",
      "`redirects.1.queries.1` must be unique",
    ],
  ];
  for (const [what, document, path, message] of wrong) {
    it(`the configuration check rejects a document with ${what}, and reports the path`, () => {
      const result = checked(document);
      expect(result).to.have.property("errors");
      const errors = "errors" in result ? result.errors : [];
      expect(errors.map((error) => error.path)).to.include(path);
      if (message !== "") expect(errors).to.deep.include({ path, message });
    });
  }

  it("completes rules", () => {
    const when = { requests: "all", queries: [], match: "is", exact: false, categories: [], filters: null };
    const shared = { when, starts_at: null, ends_at: null };
    const rules = [
      { key: "a", action: "hide", filters: { stock: 0 } },
      { key: "b", action: "bury", products: ["p"], when: { queries: ["q"] } },
    ];
    const found = checked({ rules });
    expect("configuration" in found && found.configuration.rules).to.deep.equal([
      { key: "a", ...shared, action: "hide", products: null, filters: { stock: 0 } },
      { ...shared, ...rules[1], filters: null, points: 3, when: { ...shared.when, queries: ["q"] } },
    ]);
  });

  it("the configuration check accepts 10,000 rules, and rejects more rules or too many hidden products", () => {
    const rules = (count: number, more: (at: number) => object) =>
      checked({ rules: Array.from({ length: count }, (_, at) => ({ key: `r${at}`, ...more(at) })) });
    const pinned = (at: number) => ({ action: "pin", product: `p${at}`, position: 1 + (at % 1000) });
    const hidden = (at: number) => ({ action: "hide", products: [`p${at}`] });
    expect(rules(10_000, pinned)).to.have.property("document");
    expect(rules(10_001, pinned)).to.deep.equal({
      errors: [{ path: "rules", message: "`rules` must be a list of at most 10000, got a list of 10001" }],
    });
    expect(rules(10_000, hidden)).to.deep.equal({
      errors: [
        {
          path: "rules",
          message:
            "rules may hide at most 5000 products in total, got 10000; deactivate products that are not for sale, or hide them with a filter",
        },
      ],
    });
    const narrow = rules(51, (at) => ({ action: "hide", filters: { color: String(at) } }));
    expect("errors" in narrow && narrow.errors.map(({ path }) => path)).to.deep.equal(["rules"]);
  });

  it("the configuration check reports the path of each error in a rule", () => {
    const pin = { action: "pin", product: "p", position: 1 };
    const hide = (more: object) => ({ key: "b", action: "hide", ...more });
    const wrong: readonly (readonly [object, string])[] = [
      [{ key: "b", ...pin, position: 0 }, "rules.1.position"],
      [{ key: "b", ...pin, products: ["p"] }, "rules.1.products"],
      [{ key: "b", action: "promote" }, "rules.1"],
      [{ key: "a", ...pin }, "rules.1.key"],
      [hide({}), "rules.1"],
      [hide({ products: ["p"], filters: { a: 1 } }), "rules.1"],
      [hide({ products: [] }), "rules.1.products"],
      [hide({ filters: {} }), "rules.1.filters"],
      [hide({ filters: { $or: [{ a: 1 }, { price: { $above: 3 } }] } }), "rules.1.filters.$or[1].price.$above"],
      [hide({ products: ["p"], when: { filters: { a: [1] } } }), "rules.1.when.filters.a"],
      [hide({ products: ["p"], when: { query: "q" } }), "rules.1.when.query"],
      [hide({ products: ["p"], when: { requests: "pages" } }), "rules.1.when.requests"],
      [hide({ products: ["p"], when: { requests: "listings", queries: ["q"] } }), "rules.1.when.requests"],
      [hide({ products: ["p"], starts_at: "tomorrow" }), "rules.1.starts_at"],
      [hide({ products: ["p"], ends_at: "2016-12-31T23:59:60Z" }), "rules.1.ends_at"],
      [
        hide({ products: ["p"], starts_at: "2026-01-02T00:00:00Z", ends_at: "2026-01-02T01:00:00+01:00" }),
        "rules.1.ends_at",
      ],
      [{ key: "b", action: "boost", products: ["p"], points: 0 }, "rules.1.points"],
    ];
    for (const [rule, path] of wrong) {
      const found = checked({ rules: [{ key: "a", ...pin }, rule] });
      expect("errors" in found && found.errors.map((error) => error.path), JSON.stringify(rule)).to.deep.equal([path]);
    }
  });

  it("the configuration check reports all validation errors at once", () => {
    const result = checked({ language: 1, facets: 2, unknown: 3 });
    expect("errors" in result && result.errors.map(({ path }) => path)).to.have.members([
      "language",
      "facets",
      "unknown",
    ]);
  });

  it("the configuration check does not read settings from an object's prototype", () => {
    const result = checked(JSON.parse('{"__proto__":{"language":"german"},"constructor":1}'));
    expect("errors" in result && result.errors.map(({ path }) => path)).to.have.members(["__proto__", "constructor"]);
  });
});
