import { expect } from "chai";
import type { OpenedDraft } from "../../../console/server/drafts/draft.js";
import type { History } from "../../../console/server/drafts/publication-routes.js";
import type { ExperimentList } from "../../../console/server/experiments/experiments.js";
import type { Review } from "../../../src/publishing/review.js";
import { getClient } from "../../../src/storefront/clients.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import type { AcceptedImpact } from "../../../src/storefront/publications.js";
import { signIn, type ConsoleSession } from "../../support/console-session.js";
import { fetchJson } from "../../support/http.js";
import { putConfiguration } from "../../support/publishing.js";
import { useShop, type Storefront } from "../../support/shop.js";

const MEN = 6;
const WOMEN = 4;

const lines = Array.from({ length: MEN + WOMEN }, (_, at) => {
  const gender = at < MEN ? "Men" : "Women";
  const product_data = {
    product_identifier: `p${at}`,
    variant_identifier: `p${at}`,
    title: `Shirt ${at}`,
    categories: [`${gender}: Shirts`],
    gender,
  };
  return { operation: "insert", product_data };
});

const OPEN: ConfigurationDocument = { language: "english", holdout_share: 0.05 };
const NO_MEN: ConfigurationDocument = {
  ...OPEN,
  rules: [{ key: "no-men", action: "hide", filters: { gender: "Men" } }],
};
const PLAN = { name: "No men", share: 1, split: 0.5, days: 7 };
const HIDDEN = { products: MEN, of: MEN + WOMEN };

/** The review in the response to a rejected request, or undefined if the request succeeded. */
type Outcome = Review | undefined;

describe("every way to publish a configuration", function () {
  this.timeout(120_000);
  const shop = useShop({ instances: 1 });
  let storefront: Storefront;
  let id: string;
  let anna: ConsoleSession;

  beforeEach("open a shop", async () => {
    storefront = await shop.storefront(OPEN);
    id = storefront.client_id;
    await storefront.ingest(lines, "soft_replace");
    anna = await signIn(shop.services[0]!, storefront.private_key, "Anna");
  });

  const client = () => getClient(shop, id);
  const put = (configuration: ConfigurationDocument) => putConfiguration(shop, id, configuration, { author: "test" });
  const known = () => shop.services[0]!.directory.refresh();

  async function drafted(configuration: ConfigurationDocument): Promise<OpenedDraft> {
    const { id: draft, title, version, base } = (await anna<OpenedDraft>("POST", "drafts", { title: "A change" })).data;
    const change = { title, version, base: base.publication, configuration };
    return (await anna<OpenedDraft>("PUT", `drafts/${draft}`, change)).data;
  }
  const accepting = (accept_impact: string | undefined) => (accept_impact === undefined ? {} : { accept_impact });

  async function sent(path: string, body: object): Promise<Outcome> {
    const { status, error } = await anna("POST", path, body);
    if (status < 300) return undefined;
    expect([status, error.code, error.context["reason"]]).to.deep.equal([409, "conflict", "impact"]);
    expect(error.message).to.match(/^the change hides products from shoppers: /);
    return error.context as unknown as Review;
  }

  interface Way {
    /**
     * Prepares a publication, and returns a function that sends the publication request and may be called repeatedly.
     */
    readonly prepare: () => Promise<(accept_impact?: string) => Promise<Outcome>>;
    /** Type of the record that contains the accepted impact on shoppers. */
    readonly recordedIn: "history" | "experiment";
    /** "b" if the impact concerns only the devices in arm B of the experiment. */
    readonly who?: "b";
  }

  const WAYS: Readonly<Record<string, Way>> = {
    "a draft is published": {
      recordedIn: "history",
      prepare: async () => {
        const { id: draft, version } = await drafted(NO_MEN);
        return (token) => sent(`drafts/${draft}/publish`, { version, note: "x", ...accepting(token) });
      },
    },
    "an experiment with the change as variant B starts": {
      recordedIn: "experiment",
      who: "b",
      prepare: async () => {
        const variant = { draft_id: (await drafted(NO_MEN)).id };
        return (token) => sent("experiments", { ...PLAN, variant, ...accepting(token) });
      },
    },
    "an experiment ends with the publication of variant B": {
      recordedIn: "history",
      prepare: async () => {
        const version = await started(NO_MEN);
        return (token) => sent("experiments/end", { outcome: "publish_b", version, ...accepting(token) });
      },
    },
    "an experiment ends with variant A, which hides products that variant B shows": {
      recordedIn: "experiment",
      who: "b",
      prepare: async () => {
        await put(NO_MEN);
        await known();
        const version = await started(OPEN);
        return (token) => sent("experiments/end", { outcome: "keep_a", version, ...accepting(token) });
      },
    },
    "a publication is undone": {
      recordedIn: "history",
      prepare: async () => {
        await put(NO_MEN);
        await put(OPEN);
        const [latest] = (await anna<History>("GET", "publications")).data.publications;
        return (token) => sent(`publications/${latest!.id}/undo`, accepting(token));
      },
    },
    "the configuration is replaced over the HTTP API": {
      recordedIn: "history",
      prepare: () =>
        Promise.resolve(async (token) => {
          const url = new URL(`${shop.services[0]!.base_url}/v1/storefront`);
          if (token !== undefined) url.searchParams.set("accept_impact", token);
          const headers = { "X-SERVICE-API-KEY": storefront.private_key, "Content-Type": "application/json" };
          const response = await fetchJson(url.href, { method: "PUT", headers, body: JSON.stringify(NO_MEN) });
          if (response.status === 200) return undefined;
          const [error] = (response.body as { errors: [{ code: string; context: Review & { reason: string } }] })
            .errors;
          expect([response.status, error.code, error.context.reason]).to.deep.equal([409, "conflict", "impact"]);
          return error.context;
        }),
    },
  };

  /**
   * Starts an experiment and accepts its impact on the devices in arm B.
   * @returns the version of the experiment
   */
  async function started(configuration: ConfigurationDocument): Promise<string> {
    const variant = { draft_id: (await drafted(configuration)).id };
    const { data } = await anna<Review>("POST", "experiments/review", { variant });
    const plan = { ...PLAN, variant, ...(data.impact === null ? {} : accepting(data.accept_impact)) };
    const { status, data: list } = await anna<ExperimentList>("POST", "experiments", plan);
    expect(status).to.equal(201);
    await known();
    return list.running!.version;
  }

  for (const [what, { prepare, recordedIn, who }] of Object.entries(WAYS)) {
    it(`a configuration change that hides products from shoppers requires a confirmation if ${what}`, async () => {
      const go = await prepare();
      const before = await client();
      const refused = (await go())!;
      expect(refused.impact?.hidden).to.deep.include({ ...HIDDEN, ...(who === undefined ? {} : { who }) });
      expect(refused.impact?.listings.map(({ name }) => name)).to.include("the category Men");
      expect((await go("000000000000"))?.accept_impact).to.equal(refused.accept_impact);
      expect(await client()).to.deep.equal(before);

      expect(await go(refused.accept_impact)).to.equal(undefined);
      const after = await client();
      expect(after).not.to.deep.equal(before);
      const recorded = await acceptedLosses(recordedIn);
      expect(recorded?.hidden).to.deep.equal(HIDDEN);
      expect(recorded?.listings.map(({ name }) => name)).to.include("the category Men");
    });
  }

  async function acceptedLosses(where: Way["recordedIn"]): Promise<AcceptedImpact | undefined> {
    if (where === "history") {
      return (await anna<History>("GET", "publications")).data.publications[0]?.accepted_impact;
    }
    const { running, ended } = (await anna<ExperimentList>("GET", "experiments")).data;
    return (running ?? ended[0])?.accepted_impact?.at(-1);
  }

  it("a configuration change that hides no products requires no confirmation", async () => {
    const boost = { ...OPEN, rules: [{ key: "men", action: "boost", filters: { gender: "Men" } }] };
    const { id: draft, version } = await drafted(boost as ConfigurationDocument);
    expect(await sent(`drafts/${draft}/publish`, { version })).to.equal(undefined);
    expect((await anna<History>("GET", "publications")).data.publications[0]).not.to.have.property("accepted_impact");
    // A change that only makes more products visible also requires no confirmation.
    await put(NO_MEN);
    const shown = await drafted(OPEN);
    expect(await sent(`drafts/${shown.id}/publish`, { version: shown.version })).to.equal(undefined);
  });

  it("a configuration change that hides products only in the variant of an A/B test requires a confirmation", async () => {
    const hide = (key: string, products: readonly string[]) => ({ key, action: "hide", products });
    const configuration = (...rules: object[]) => ({ ...OPEN, rules }) as ConfigurationDocument;
    await started(configuration(hide("most-men", ["p0", "p1", "p2", "p3", "p4"])));
    const { id: draft, version } = await drafted(configuration(hide("one", ["p5"])));
    const refused = (await sent(`drafts/${draft}/publish`, { version }))!;
    const lost = (category: string) => ({
      name: `the category ${category}`,
      filters: { categories: category },
      products: 1,
      left: 0,
      who: "b",
    });
    expect(refused.impact).to.deep.equal({
      hidden: { products: 1, of: 5, who: "b" },
      listings: [lost("Men"), lost("Men: Shirts")],
    });
    expect(await sent(`drafts/${draft}/publish`, { version, ...accepting(refused.accept_impact) })).to.equal(undefined);
  });

  it("a configuration change requires a new confirmation if the live configuration changed after the impact report", async () => {
    const { id: draft, version } = await drafted(NO_MEN);
    const { accept_impact } = (await sent(`drafts/${draft}/publish`, { version }))!;
    await put({ ...OPEN, rules: [{ key: "one", action: "hide", products: ["p9"] }] });
    const again = await sent(`drafts/${draft}/publish`, { version, accept_impact });
    expect(again?.accept_impact).to.be.a("string").and.not.equal(accept_impact);
    expect(await sent(`drafts/${draft}/publish`, { version, accept_impact: again!.accept_impact })).to.equal(undefined);
  });
});
