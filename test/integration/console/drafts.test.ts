import { expect } from "chai";
import { withDraft } from "../../../console/server/drafts/drafts.js";
import type { DraftEntry, OpenedDraft } from "../../../console/server/drafts/draft.js";
import type { History, PublicationView } from "../../../console/server/drafts/publication-routes.js";
import type { Review } from "../../../src/publishing/review.js";
import { getLive, getStorefront } from "../../../src/storefront/clients.js";
import { putConfiguration } from "../../support/publishing.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import { signIn, type ConsoleSession } from "../../support/console-session.js";
import { until } from "../../support/until.js";
import { useShop, type Storefront } from "../../support/shop.js";

const CATEGORIES = ["Shoes", "Coats"];

const LINES = CATEGORIES.flatMap((category) =>
  [1, 2, 3].map((number) => ({
    operation: "insert",
    product_data: {
      product_identifier: `${category}-${number}`,
      variant_identifier: `${category}-${number}`,
      title: `${category} ${number}`,
      categories: [category],
      price: number,
    },
  })),
);

const boost = (key: string, points: number) => ({ key, action: "boost", products: ["Shoes-1"], points });
const hideCoats = { key: "no-coats", action: "hide", filters: { categories: "Coats" } };

describe("drafts", () => {
  const shop = useShop({ instances: 2 });
  let storefront: Storefront;
  let anna: ConsoleSession;
  let ben: ConsoleSession;

  beforeEach(async () => {
    storefront = await shop.storefront({ language: "english" });
    anna = await signIn(shop.services[0]!, storefront.private_key, "Anna");
    ben = await signIn(shop.services[1]!, storefront.private_key, "Ben");
  });

  const begin = async (as: ConsoleSession, title = "A change") =>
    (await as<OpenedDraft>("POST", "drafts", { title })).data;
  const save = (as: ConsoleSession, { id, title, version, base }: OpenedDraft, configuration: object) =>
    as<OpenedDraft>("PUT", `drafts/${id}`, { title, version, base: base.publication, configuration });
  const publish = (as: ConsoleSession, { id, version }: OpenedDraft, more: object = {}) =>
    as<{ publication: string; number: number }>("POST", `drafts/${id}/publish`, { version, ...more });
  const live = async () => (await getLive(shop, storefront.client_id)).configuration;
  const put = (configuration: ConfigurationDocument, author = "test") =>
    putConfiguration({ engine: shop.engine, now: () => new Date() }, storefront.client_id, configuration, { author });
  const history = async () => (await anna<History>("GET", "publications")).data.publications;
  /** Creates a draft with a configuration as the user Anna. */
  const drafted = async (configuration: object) => (await save(anna, await begin(anna), configuration)).data;

  it("drafts start as a copy of the live configuration and are listed until they are published", async () => {
    const begun = await begin(anna, " Autumn ");
    const { id, version, created_at, updated_at } = begun;
    expect(begun).to.deep.equal({
      id,
      version,
      title: "Autumn",
      configuration: { language: "english" },
      base: { publication: null },
      created_by: "Anna",
      created_at,
      updated_by: "Anna",
      updated_at,
      approved_by: null,
      editors: ["Anna"],
      undo_of: null,
      errors: [],
      published_since: [],
      changes: [],
      conflicts: [],
    });
    const saved = await save(ben, begun, { language: "english", rules: [boost("shoes", 2)] });
    expect(saved.data.changes).to.deep.equal([{ path: "rules[shoes]", after: boost("shoes", 2) }]);
    const { updated_at: at } = saved.data;
    expect((await anna<DraftEntry[]>("GET", "drafts")).data).to.deep.equal([
      { id, title: "Autumn", changes: 1, undo_of: null, created_by: "Anna", updated_by: "Ben", updated_at: at },
    ]);
    const published = await publish(ben, saved.data, { note: "for the weekend" });
    expect([published.status, published.data.number]).to.deep.equal([200, 1]);
    expect(await live()).to.deep.equal({ language: "english", rules: [boost("shoes", 2)] });
    expect((await anna("GET", "drafts")).data).to.deep.equal([]);
    expect((await anna("GET", `drafts/${id}`)).error.code).to.equal("not_found");
    const [entry, ...others] = await history();
    expect(others).to.deep.equal([]);
    expect(entry).to.deep.equal({
      id: published.data.publication,
      client_id: storefront.client_id,
      number: 1,
      previous: null,
      author: "Ben",
      note: "for the weekend",
      at: entry!.at,
      undo_of: null,
      changes: 1,
    });
  });

  it("drafts cannot be read or changed by users of a different storefront", async () => {
    const { id, version } = await begin(anna);
    const other = await shop.storefront();
    const outsider = await signIn(shop.services[0]!, other.private_key, "Eve");
    for (const [method, path, body] of [
      ["GET", `drafts/${id}`, undefined],
      ["PUT", `drafts/${id}`, { title: "x", version, base: null, configuration: {} }],
      ["DELETE", `drafts/${id}`, { version }],
      ["POST", `drafts/${id}/publish`, { version }],
      ["POST", `drafts/${id}/merge`, { version, take: {} }],
      ["GET", `drafts/${id}/review`, undefined],
      ["GET", `drafts/${id}/rules`, undefined],
    ] as const) {
      expect((await outsider(method, path, body)).error.code).to.equal("not_found");
    }
  });

  it("requests to save, publish, merge or delete a draft receive a conflict if another user saved the draft first", async () => {
    const begun = await begin(anna);
    const first = await save(ben, begun, { language: "english", rules: [boost("bens", 2)] });
    const second = await save(anna, begun, { language: "english", rules: [boost("annas", 2)] });
    expect([second.status, second.error.code]).to.deep.equal([409, "conflict"]);
    const { draft, ...context } = second.error.context;
    expect(context).to.deep.equal({ reason: "changed", updated_by: "Ben", updated_at: first.data.updated_at });
    expect(draft).to.deep.include({ id: begun.id, version: first.data.version });
    expect(draft).to.deep.nested.include({ "configuration.rules[0].key": "bens" });
    for (const attempt of [
      publish(anna, begun),
      anna("DELETE", `drafts/${begun.id}`, { version: begun.version }),
      anna("POST", `drafts/${begun.id}/merge`, { version: begun.version, take: {} }),
    ]) {
      expect((await attempt).error.context).to.deep.include({ reason: "changed", updated_by: "Ben" });
    }
    expect((await anna("DELETE", `drafts/${begun.id}`, { version: first.data.version })).status).to.equal(200);
  });

  it("a draft with validation errors can be saved, but not published", async () => {
    const wrong = await drafted({
      language: "english",
      rules: [{ key: "x", action: "sell" }],
      default_sort: "no such",
    });
    expect(wrong.errors.map(({ path }) => path)).to.deep.equal(["default_sort", "rules.0"]);
    const refused = await publish(anna, wrong);
    expect([refused.status, refused.error.code]).to.deep.equal([400, "validation_error"]);
    expect(refused.error.context["errors"]).to.deep.equal(wrong.errors);
    expect(await history()).to.deep.equal([]);
  });

  it("drafts are rejected if the configuration or title is invalid, or if the shop already has 100 drafts", async () => {
    const begun = await begin(anna);
    const deep = JSON.parse(`${'{"a":'.repeat(200)}1${"}".repeat(200)}`) as object;
    for (const configuration of [[], deep, { a: "\ud800" }]) {
      expect((await save(anna, begun, configuration)).error.code).to.equal("validation_error");
    }
    expect((await anna("POST", "drafts", { title: " " })).error.code).to.equal("validation_error");
    expect((await anna("POST", "drafts", { title: "x".repeat(201) })).error.code).to.equal("validation_error");
    for (let count = 1; count < 100; count += 1) await begin(anna);
    expect((await anna("POST", "drafts", { title: "one more" })).error.message).to.match(
      /^the shop has 100 drafts, the maximum/,
    );
  });

  describe("outdated drafts", () => {
    it("outdated drafts are merged with later publications", async () => {
      const draft = await drafted({ language: "english", rules: [boost("annas", 2)] });
      await put({ language: "english", rules: [boost("bens", 3)] as never });
      const opened = (await anna<OpenedDraft>("GET", `drafts/${draft.id}`)).data;
      const [{ id: publication }] = (await history()) as unknown as [{ id: string }];
      expect(opened).to.deep.include({
        base: { publication },
        configuration: { language: "english", rules: [boost("bens", 3), boost("annas", 2)] },
        published_since: [],
        changes: [{ path: "rules[annas]", after: boost("annas", 2) }],
        conflicts: [],
      });
      const current = (await getStorefront(shop, storefront.client_id))!;
      const asStorefront = await withDraft(shop.engine, current, draft.id);
      expect(asStorefront.configuration.rules.map(({ key }) => key)).to.deep.equal(["bens", "annas"]);
      const rules = [boost("bens", 3), boost("annas", 4)];
      const saved = (await save(anna, opened, { language: "english", rules })).data;
      expect(saved.changes).to.deep.equal([{ path: "rules[annas]", after: boost("annas", 4) }]);
      expect((await publish(anna, saved)).status).to.equal(200);
      expect(await live()).to.deep.equal({ language: "english", rules });
    });

    it("outdated drafts cannot be saved if another configuration was published after they were opened", async () => {
      const draft = await drafted({ language: "english", rules: [boost("annas", 2)] });
      await put({ language: "english", rules: [boost("bens", 3)] as never });
      const opened = (await anna<OpenedDraft>("GET", `drafts/${draft.id}`)).data;
      await put({ language: "english", rules: [boost("bens", 4)] as never });
      const refused = await save(anna, opened, opened.configuration);
      expect([refused.status, refused.error.context["reason"]]).to.deep.equal([409, "changed"]);
    });

    it("outdated drafts cannot be published until conflicts are resolved", async () => {
      await put({ language: "english", rules: [boost("shoes", 1)] as never });
      const draft = await drafted({ language: "english", rules: [boost("shoes", 2)] });
      await put({ language: "english", rules: [boost("shoes", 3)] as never });
      const conflicts = [{ path: "rules[shoes].points", base: 1, mine: 2, theirs: 3 }];
      const refused = await publish(anna, draft);
      expect([refused.status, refused.error.context]).to.deep.equal([409, { reason: "merge", conflicts }]);
      const merge = (take: object) =>
        anna<OpenedDraft>("POST", `drafts/${draft.id}/merge`, { version: draft.version, take });
      expect((await merge({})).error.context).to.deep.equal({ reason: "merge", conflicts });
      const settled = (await merge({ "rules[shoes].points": "mine" })).data;
      expect(settled).to.deep.include({
        conflicts: [],
        changes: [{ path: "rules[shoes].points", before: 3, after: 2 }],
      });
      expect((await publish(anna, settled)).status).to.equal(200);
      expect(await live()).to.deep.equal({ language: "english", rules: [boost("shoes", 2)] });
    });

    it("outdated drafts that are published concurrently lose no changes", async () => {
      const keys = ["a", "b", "c", "d"];
      const drafts = await Promise.all(keys.map((key) => drafted({ language: "english", rules: [boost(key, 1)] })));
      const responses = await Promise.all(drafts.map((draft, at) => publish(at % 2 === 0 ? anna : ben, draft)));
      for (const [at, { status }] of responses.entries()) {
        // A publication that conflicts too often with concurrent publications fails and is repeated.
        if (status !== 200) expect((await publish(anna, drafts[at]!)).status).to.equal(200);
      }
      expect((await live()).rules?.map((rule) => rule.key).sort()).to.deep.equal(keys);
      const entries = await history();
      expect(entries.map(({ number }) => number)).to.deep.equal([4, 3, 2, 1]);
      expect(entries.map(({ previous }) => previous)).to.deep.equal([...entries.slice(1).map(({ id }) => id), null]);
    });
  });

  describe("drafts of a shop with products", () => {
    beforeEach(() => storefront.ingest(LINES, "soft_replace"));

    const review = async ({ id }: OpenedDraft) => (await anna<Review>("GET", `drafts/${id}/review`)).data;

    it("the changes of a draft take effect immediately after its publication", async () => {
      const draft = await drafted({
        language: "english",
        rules: [{ ...hideCoats, filters: { product_identifier: "Coats-1" } }],
      });
      expect((await storefront.search({}, 0)).total).to.equal(6);
      // The draft hides one of six products. Hiding more than a tenth of the products requires a confirmation.
      const { accept_impact } = await review(draft);
      expect((await publish(anna, draft, { accept_impact })).status).to.equal(200);
      expect((await storefront.search({}, 0)).total).to.equal(5);
      await until("the other process to know", async () => (await storefront.search({}, 1)).total === 5);
    });

    const coats = { name: "the category Coats", filters: { categories: "Coats" }, products: 3, left: 0 };
    it("publishing a draft that would hide many products from shoppers requires a confirmation", async () => {
      const draft = await drafted({ language: "english", rules: [hideCoats] });
      const reported = await review(draft);
      expect(reported).to.deep.equal({
        accept_impact: reported.accept_impact,
        reduced: [],
        warnings: [],
        later: [],
        impact: { hidden: { products: 3, of: 6 }, listings: [coats] },
        compared: { left_out: 0, listings: 3 },
      });
      const refused = await publish(anna, draft);
      expect([refused.status, refused.error.context]).to.deep.equal([409, { reason: "impact", ...reported }]);
      expect(refused.error.message).to.equal(
        `the change hides products from shoppers: 3 of 6 (50 %) products would no longer be found; the category Coats would be empty (3 products now); confirm it with the token ${reported.accept_impact}`,
      );
      expect(await history()).to.deep.equal([]);
      expect((await publish(anna, draft, { accept_impact: reported.accept_impact })).status).to.equal(200);
      expect((await storefront.search({ filters: { categories: "Coats" } }, 0)).total).to.equal(0);
    });

    it("the review of a draft reports frequent searches that would no longer find products", async () => {
      await storefront.search({ query: "coats" }, 1);
      const draft = await drafted({ language: "english", rules: [hideCoats] });
      await until("the search to be stored", async () => (await review(draft)).compared.listings > 3);
      expect((await review(draft)).impact?.listings).to.deep.equal([
        coats,
        { name: "the search “coats”", query: "coats", products: 3, left: 0 },
      ]);
    });

    it("the review of a draft reports a rule that would hide more than a tenth of the products", async () => {
      const rules = [{ ...hideCoats, when: { requests: "searches" } }];
      const { impact } = await review(await drafted({ language: "english", rules }));
      expect(impact?.hidden).to.deep.equal({ products: 3, of: 6 });
      expect(impact?.listings.map(({ name }) => name)).not.to.include("the category Coats");
    });

    it("the review of a draft reports listings that would lose products", async () => {
      const rules = [{ ...hideCoats, filters: { product_identifier: "Coats-1" } }];
      const { reduced, impact } = await review(await drafted({ language: "english", rules }));
      expect(impact).to.deep.equal({ hidden: { products: 1, of: 6 }, listings: [] });
      expect(reduced).to.deep.equal([{ ...coats, left: 2 }]);
    });

    it("the review of a draft reports searches for which scheduled rules together hide all products", async () => {
      const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
      const when = { queries: ["coats"], filters: { price: { $lte: 2 } } };
      const [first, second] = [at(1), at(2)];
      const rules = [
        { ...hideCoats, when, starts_at: first },
        { key: "shoes-1", action: "hide", products: ["Shoes-1"], starts_at: first },
        { key: "shoes-2", action: "hide", products: ["Shoes-2", "Shoes-3"], starts_at: second },
        { key: "never", action: "hide", products: ["Coats-1", "Coats-2", "Coats-3"], ends_at: at(-1) },
      ];
      const { impact } = await review(await drafted({ language: "english", rules }));
      expect(impact?.hidden).to.deep.equal({ products: 3, of: 6, from: second });
      expect(impact?.listings).to.deep.equal([
        { name: "the category Shoes", filters: { categories: "Shoes" }, products: 3, left: 0, from: second },
        {
          name: "the search “coats”, price ≤ 2",
          query: "coats",
          filters: when.filters,
          products: 2,
          left: 0,
          from: first,
        },
      ]);
    });

    it("the review of a draft reports warnings about new and changed rules", async () => {
      await put({ language: "english", rules: [{ key: "old", action: "pin", product: "gone", position: 9 }] });
      const rules = [
        { key: "old", action: "pin", product: "gone", position: 9 },
        { key: "pin", action: "pin", product: "Shoes-1", position: 1 },
        { key: "same-place", action: "pin", product: "Shoes-2", position: 1 },
        { key: "never-there", action: "boost", products: ["Shoes-1", "<b>gone</b>"] },
      ];
      const draft = await drafted({ language: "german", rules });
      const { warnings, impact, reduced, later } = await review(draft);
      expect({ warnings, impact, reduced, later }).to.deep.equal({
        warnings: [
          { key: "pin", warnings: ["rule `same-place` also names position 1 and gets another position"] },
          {
            key: "same-place",
            warnings: ["rule `pin` also names position 1 and gets it first, so this rule gets another position"],
          },
          { key: "never-there", warnings: ["there is no product `<b>gone</b>`"] },
        ],
        impact: null,
        reduced: [],
        later: ["language"],
      });
      const all = (await anna<Review["warnings"]>("GET", `drafts/${draft.id}/rules`)).data;
      const old = { key: "old", warnings: ["there is no product `gone`", "the rule matches no active product"] };
      expect(all).to.deep.equal([old, ...warnings]);
      expect((await anna<Review["warnings"]>("GET", "drafts/live/rules")).data).to.deep.equal([old]);
      expect((await anna("GET", "drafts/live")).data).to.deep.equal(await live());
    });
  });

  describe("undoing publications", () => {
    const undo = (id: string, more: object = {}) =>
      anna<{ publication: string }>("POST", `publications/${id}/undo`, more);

    it("undoing a publication reverts only the changes of that publication", async () => {
      await put({ language: "english", rules: [boost("one", 1)] as never }, "key sk_other…");
      await put({ language: "english", rules: [boost("one", 1), boost("two", 2)] as never });
      const [, first] = await history();
      const reviewed = (await anna<{ changes: object[] }>("GET", `publications/${first!.id}/undo`)).data;
      expect(reviewed.changes).to.deep.equal([{ path: "rules[one]", before: boost("one", 1) }]);
      const undone = await undo(first!.id);
      expect(undone.status).to.equal(200);
      expect(await live()).to.deep.equal({ language: "english", rules: [boost("two", 2)] });
      const [latest] = await history();
      expect(latest).to.deep.include({ author: "Anna", undo_of: first!.id, note: "Undo 1", number: 3 });
      expect((await anna<PublicationView>("GET", `publications/${latest!.id}`)).data.diff).to.deep.equal([
        { path: "rules[one]", before: boost("one", 1) },
      ]);
      expect((await undo(first!.id)).error.message).to.equal(
        "later versions of the configuration have already reverted all changes of this version",
      );
      expect((await undo(latest!.id)).status).to.equal(200);
      expect(await live()).to.deep.equal({ language: "english", rules: [boost("one", 1), boost("two", 2)] });
    });

    it("undoing a publication creates a draft with conflicts if later publications changed the same settings", async () => {
      await put({ language: "english", rules: [boost("one", 1)] as never });
      await put({ language: "english", rules: [boost("one", 2)] as never });
      await put({ language: "english", rules: [boost("one", 3)] as never });
      const [, second] = await history();
      const refused = await undo(second!.id);
      expect(refused.status).to.equal(409);
      const { draft: id, ...context } = refused.error.context;
      const conflicts = [{ path: "rules[one].points", base: 2, mine: 1, theirs: 3 }];
      expect(context).to.deep.equal({ reason: "merge", conflicts });
      const draft = (await anna<OpenedDraft>("GET", `drafts/${String(id)}`)).data;
      expect(draft).to.deep.include({ title: "Undo 2", undo_of: second!.id, conflicts });
      const take = { "rules[one].points": "mine" };
      const settled = await anna<OpenedDraft>("POST", `drafts/${draft.id}/merge`, { version: draft.version, take });
      expect((await publish(anna, settled.data)).status).to.equal(200);
      expect(await live()).to.deep.equal({ language: "english", rules: [boost("one", 1)] });
      expect((await history())[0]).to.deep.include({ undo_of: second!.id });
    });
  });
});
