import { expect } from "chai";
import type { Explanation } from "../../../../src/search/explain/explanation.js";
import type { RuleDocument } from "../../../../src/storefront/rules-configuration.js";
import { fetchJson } from "../../../support/http.js";
import { useShop, type Storefront } from "../../../support/shop.js";

const TITLES = [
  ...[
    "Linen dress",
    "Summer dresses",
    "Red dress with sleeves",
    "Evening gown",
    "Oak dresser",
    "Dressing table",
    "Salad dressing",
  ],
  ...["Mattress", "Address book", "Trouser press", "Duress alarm", "Dressage saddle", "Cress seeds", "Dry cleaner"],
];

/** Queries that mean "dress". Misspelled queries differ by one or two edits. */
const FORMS = [
  ...["dress", "Dress ", " DRESS", "dresses", "Dresses", "a dress", "the dress", "the dresses", "dress.", "dress's"],
  ...["gown", "an evening frock", "drss", "dres", "derss", "dreess", "dresss", "drwss", "dresd"],
  ...["a drss", "dressses", "dersses", "drsses", "dresess", "dreses", "the drees"],
];

const NEAR_MISSES = [
  ...[
    "dresser",
    "dressers",
    "dressing",
    "dressings",
    "salad dressing",
    "dressing table",
    "dressing gown",
    "oak dresser",
  ],
  ...["dressage", "address", "addresses", "address book", "press", "trouser press", "mattress", "mattresses", "duress"],
  ...["cress", "stress", "tress", "tresses", "red dress", "dress red", "linen dress", "dress shirt", "shirt dress"],
  ...[
    "dress with sleeves",
    "dress for women",
    "dress pattern",
    "dress shoes",
    "wedding dress",
    "dress 40",
    "dr",
    "dre",
  ],
  ...["dry", "drew", "drench", "drapes", "drip", "drum", "drums", "desk", "desks", "drawers", "drawer", "d"],
  ...["undress", "cress seeds", "dry cleaner", "dressy shoes"],
];

describe("queries that activate a merchandising rule", () => {
  const shop = useShop({ instances: 1 });
  let storefront: Storefront;

  const boost = (key: string, when: NonNullable<RuleDocument["when"]>): RuleDocument => ({
    key,
    action: "boost",
    products: ["p0"],
    when,
  });

  before("open a shop", async () => {
    storefront = await shop.storefront({
      language: "english",
      search: {
        synonyms: [
          { terms: ["gown", "frock"], to: ["dress"] },
          { terms: ["evening frock"], to: ["dress"] },
        ],
      },
      rules: [
        boost("is", { queries: ["dress"] }),
        boost("exact", { queries: ["dress"], exact: true }),
        boost("contains", { queries: ["red dresses"], match: "contains" }),
        boost("begins", { queries: ["dresses"], match: "begins_with" }),
        boost("stop_words", { queries: ["the"] }),
      ],
    });
    await storefront.ingest(
      TITLES.map((title, at) => ({
        operation: "insert",
        product_data: { product_identifier: `p${at}`, variant_identifier: `v${at}`, title },
      })),
    );
  });

  async function rulesFor(query: string): Promise<string[]> {
    const response = await fetchJson(`${shop.services[0]?.base_url}/v1/explain`, {
      method: "POST",
      headers: { "X-SERVICE-API-KEY": storefront.private_key, "Content-Type": "application/json" },
      body: JSON.stringify({ user: { device_id: "stranger" }, query }),
    });
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    return (response.body as { data: Explanation }).data.rules.map(({ key }) => key);
  }

  it("a rule's query matches searches that differ by plural forms, articles, synonyms or misspellings", async () => {
    const missed: string[] = [];
    for (const form of FORMS) if (!(await rulesFor(form)).includes("is")) missed.push(form);
    expect(missed).to.deep.equal([]);
  });

  it("a rule's query does not match searches for words that are merely similar", async () => {
    const wrong: string[] = [];
    for (const query of NEAR_MISSES) if ((await rulesFor(query)).includes("is")) wrong.push(query);
    expect(wrong).to.deep.equal([]);
  });

  it("a rule's match type determines how the rule's query is compared with a search", async () => {
    expect(await rulesFor("dress")).to.deep.equal(["is", "exact", "begins"]);
    expect(await rulesFor("dresses")).to.deep.equal(["is", "begins"]);
    expect(await rulesFor("long red dress for her")).to.deep.equal(["contains"]);
    expect(await rulesFor("dress shirts")).to.deep.equal(["begins"]);
    expect(await rulesFor("red shirt dress")).to.deep.equal([]);
    expect(await rulesFor("the")).to.deep.equal(["stop_words"]);
  });
});
