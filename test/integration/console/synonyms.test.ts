import { expect } from "chai";
import type { BuiltInSynonyms } from "../../../console/server/synonyms/routes.js";
import type { SynonymProposals } from "../../../console/server/synonyms/propose-synonyms.js";
import type { Service } from "../../../src/bootstrap.js";
import { refresh } from "../../../src/engine/indices.js";
import { countDocuments } from "../../../src/engine/search-documents.js";
import { addClient } from "../../../src/storefront/clients.js";
import type { ShopperEvent } from "../../../src/tracking/event.js";
import { impressionId } from "../../../src/tracking/shopper-id.js";
import { signIn, type ConsoleSession } from "../../support/console-session.js";
import { storeAll } from "../../support/learning.js";
import { useInstallation } from "../../support/service.js";
import { view } from "../../support/shopper-events.js";
import { storefrontOf, type Storefront } from "../../support/shop.js";
import { until } from "../../support/until.js";

const line = (id: string, title: string) => ({
  operation: "insert",
  product_data: { product_identifier: id, variant_identifier: id, title, price: 5 },
});
const FLOOD = 40;

describe("built-in synonyms", () => {
  const installation = useInstallation();

  it("the built-in synonyms of the shop's language are returned to the console", async () => {
    const service = await installation.start({});
    const read = async (configuration: { readonly language: string; readonly search?: object }) => {
      const client = { name: configuration.language, configuration };
      const { private_key } = await addClient({ engine: installation.engine, now: () => new Date() }, client);
      const session = await signIn(service, private_key, "Anna");
      return (await session<BuiltInSynonyms>("GET", "synonyms/built-in")).data;
    };
    const german = await read({ language: "german" });
    expect({ ...german, synonyms: [] }).to.deep.equal({ language: "german", isEnabled: true, synonyms: [] });
    expect(german.synonyms).to.deep.include({ terms: ["laptop", "notebook"] });
    expect(await read({ language: "other", search: { general_synonyms: false } })).to.deep.equal({
      language: "other",
      isEnabled: false,
      synonyms: [],
    });
  });
});

describe("proposed synonyms", () => {
  const installation = useInstallation();
  let service: Service;
  let shop: Storefront;
  let session: ConsoleSession;
  let typed = 0;

  const type = async (device: string, query: string) => {
    typed += 1;
    const { recommendation_id } = await shop.search({ user: { device_id: device }, query, projection: [] });
    return impressionId(recommendation_id);
  };

  const proposed = async (body: object) =>
    ((await session.lines("synonyms/proposed", body)).at(-1) as { readonly result: SynonymProposals }).result;

  const open = async (name: string) => {
    const client = { name, configuration: { search: { general_synonyms: false } } };
    return storefrontOf(await addClient({ engine: installation.engine, now: () => new Date() }, client), () => service);
  };

  before("open a shop", async () => {
    service = await installation.start({ LEARN_EVERY_SECONDS: "86400", READ_DEADLINE_MS: "30000" });
    shop = await open("proposing");
    session = await signIn(service, shop.private_key, "Anna");
  });

  it("the list of proposed synonyms is empty before the first search", async () => {
    expect(await proposed({})).to.deep.equal({ days: 90, least_devices: 3, proposals: [] });
  });

  describe("proposed synonyms after searches by shoppers and by an automated client", () => {
    before(async () => {
      await shop.ingest([line("p", "Garden bench"), line("q", "Pillow")]);
      const chosen: ShopperEvent[] = [];
      const choose = (device: string, recommendation_id: string) =>
        chosen.push(view("p", Date.now(), { client_id: shop.client_id, device_id: device, recommendation_id }));
      for (const device of ["d1", "d2", "d3"]) {
        await type(device, "Settée");
        await type(device, "slumberpost");
        choose(device, await type(device, "bench"));
      }
      for (const device of ["e1", "e2"]) {
        await type(device, "secret");
        choose(device, await type(device, "bench"));
      }
      for (const device of ["f1", "f2", "f3"]) {
        await type(device, "stolen");
        choose("thief", await type(device, "bench"));
      }
      for (let at = 0; at < FLOOD; at += 1) {
        await type("program", `<b>made${at}up</b>`);
        choose("program", await type("program", "bench"));
      }
      await storeAll(installation.engine, chosen);
      await until("the searches to be stored", async () => {
        await refresh(installation.engine, `${installation.prefix}ubi-*`).catch(() => undefined);
        const queries = `${installation.prefix}ubi-queries-*`;
        return (await countDocuments(installation.engine, queries).catch(() => 0)) === typed;
      });
    });

    const reasons = (from: string) => ({
      rule: { terms: [from], to: ["bench"] },
      evidence: [`3 shoppers typed “bench” after “${from}” and clicked a product`],
      changes: [{ query: from, before: 0, after: 1, titles: ["Garden bench"] }],
    });

    it("synonyms are proposed for queries that shoppers on at least three devices replaced with a successful query", async () => {
      const { proposals } = await proposed({});
      expect(proposals).to.deep.equal([reasons("settée"), reasons("slumberpost")]);
    });

    it("proposed synonyms exclude synonyms that a draft already contains", async () => {
      const { data } = await session<{ id: string; version: string; base: { publication: string | null } }>(
        "POST",
        "drafts",
        { title: "Words" },
      );
      const synonyms = [{ terms: ["settée"], to: ["bench"] }];
      const configuration = { search: { general_synonyms: false, synonyms } };
      await session("PUT", `drafts/${data.id}`, {
        title: "Words",
        configuration,
        version: data.version,
        base: data.base.publication,
      });
      expect((await proposed({ draft_id: data.id })).proposals).to.deep.equal([reasons("slumberpost")]);
    });

    it("proposed synonyms ignore the searches of another shop", async () => {
      const other = await open("other");
      const theirs = await signIn(service, other.private_key, "Ben");
      const last = (await theirs.lines("synonyms/proposed", {})).at(-1) as { readonly result: SynonymProposals };
      expect(last.result.proposals).to.deep.equal([]);
    });
  });
});
