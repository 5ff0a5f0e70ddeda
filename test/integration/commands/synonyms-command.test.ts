import { expect } from "chai";
import type { Service } from "../../../src/bootstrap.js";
import { CommandError } from "../../../src/commands/command-error.js";
import { proposeSynonymsCommand } from "../../../src/commands/synonyms-command.js";
import { countDocuments } from "../../../src/engine/search-documents.js";
import { refresh } from "../../../src/engine/indices.js";
import type { SynonymProposals } from "../../../src/search/vocabulary/propose-synonyms.js";
import { addClient } from "../../../src/storefront/clients.js";
import type { ShopperEvent } from "../../../src/tracking/event.js";
import { impressionId } from "../../../src/tracking/shopper-id.js";
import { signIn } from "../../support/console-session.js";
import { storeAll } from "../../support/learning.js";
import { instanceConfig, useInstallation } from "../../support/service.js";
import { view } from "../../support/shopper-events.js";
import { storefrontOf, type Storefront } from "../../support/shop.js";
import { until } from "../../support/until.js";
import { startWordEncoder, type WordEncoder } from "../../support/word-encoder.js";

const line = (id: string, title: string) => ({
  operation: "insert",
  product_data: { product_identifier: id, variant_identifier: id, title, price: 5 },
});
const three = (title: string) => [1, 2, 3].map((at) => line(`${title} ${at}`, title));
const OTHERS = "alpha bravo charlie delta echo foxtrot golf hotel india kilo lima mike".split(" ").flatMap(three);
const FLOOD = 40;

describe("synonyms that are proposed", () => {
  const installation = useInstallation();
  const ENCODED = () => ({ ENCODER_URL: encoder.url, ENCODER_MODEL: "words" });
  let encoder: WordEncoder;
  let service: Service;
  let shop: Storefront;
  let typed = 0;

  const type = async (device: string, query: string) => {
    typed += 1;
    const { recommendation_id } = await shop.search({ user: { device_id: device }, query, projection: [] });
    return impressionId(recommendation_id);
  };

  before("open a shop, and have people and a program search in it", async () => {
    encoder = await startWordEncoder();
    service = await installation.start({ ...ENCODED(), LEARN_EVERY_SECONDS: "86400", READ_DEADLINE_MS: "30000" });
    const client = { name: "proposing", configuration: { search: { general_synonyms: false } } };
    shop = storefrontOf(await addClient({ engine: installation.engine, now: () => new Date() }, client), () => service);
    await shop.ingest([line("p", "Garden bench"), ...three("Beamer / Projector"), line("wall", "Beamer wall"), ...three("Bedside table"), ...OTHERS]); // prettier-ignore
    const chosen: ShopperEvent[] = [];
    const choose = async (device: string) => {
      const recommendation_id = await type(device, "bench");
      chosen.push(view("p", Date.now(), { client_id: shop.client_id, device_id: device, recommendation_id }));
    };
    for (const device of ["d1", "d2", "d3"]) {
      await type(device, "Settée");
      await type(device, "slumberpost");
      await choose(device);
    }
    for (let at = 0; at < FLOOD; at += 1) {
      await type("program", `<b>made${at}up</b>`);
      await choose("program");
    }
    await storeAll(installation.engine, chosen);
    const queries = `${installation.prefix}ubi-queries-*`;
    await until("the searches to be stored", async () => {
      await refresh(installation.engine, `${installation.prefix}ubi-*`).catch(() => undefined);
      return (await countDocuments(installation.engine, queries).catch(() => 0)) === typed;
    });
  });
  after(() => encoder.close());

  const told = async (settings = ENCODED(), client = shop.client_id) => {
    const options = { client, days: 90, json: true };
    const config = instanceConfig(installation, settings);
    const text = await proposeSynonymsCommand(installation.engine, config, options, () => undefined);
    return (JSON.parse(text) as (SynonymProposals & { client_id: string })[])[0]!;
  };

  it("come from corrections, titles and meaning, with why, and what they would change", async () => {
    const { proposals, ...others } = await told();
    expect(others).to.deep.equal({ client_id: shop.client_id, days: 90, least_devices: 3, encoder_error: null });
    const beside = ["Bedside table", "Bedside table", "Bedside table"];
    expect(proposals).to.deep.equal([
      {
        rule: { terms: ["settée"], to: ["bench"] },
        evidence: [
          { kind: "corrections", amount: 3, in_words: "3 shoppers typed “bench” after “settée” and chose something" },
        ],
        searches: 3,
        changes: [{ query: "settée", before: 0, after: 1, titles: ["Garden bench"] }],
      },
      {
        rule: { terms: ["slumberpost"], to: ["bench"] },
        evidence: [
          {
            kind: "corrections",
            amount: 3,
            in_words: "3 shoppers typed “bench” after “slumberpost” and chose something",
          },
        ],
        searches: 3,
        changes: [{ query: "slumberpost", before: 0, after: 1, titles: ["Garden bench"] }],
      },
      {
        rule: { terms: ["slumberpost"], to: ["bedside table"] },
        evidence: [
          {
            kind: "meaning",
            amount: proposals[2]?.evidence[0]?.amount,
            in_words: `nothing is found by “slumberpost”, and of what titles name “bedside table” is nearest in meaning (${proposals[2]?.evidence[0]?.amount.toFixed(1)} standard deviations)`,
          },
        ],
        searches: 3,
        changes: [{ query: "slumberpost", before: 0, after: 3, titles: beside }],
      },
      {
        rule: { terms: ["beamer", "projector"] },
        evidence: [{ kind: "titles", amount: 3, in_words: "3 titles say both, as “Beamer / Projector”" }],
        searches: 0,
        changes: [
          {
            query: "projector",
            before: 3,
            after: 4,
            titles: ["Beamer / Projector", "Beamer / Projector", "Beamer / Projector"],
          },
        ],
      },
    ]);
  });

  it("are the same in the console, for the shop and for a draft, which has some of them already", async () => {
    const session = await signIn(service, shop.private_key, "Anna");
    const shown = async (body: object) => {
      const last = (await session.lines("synonyms/proposed", body)).at(-1) as { readonly result: SynonymProposals };
      return last.result;
    };
    const { client_id: _, ...byCommand } = await told();
    expect(await shown({})).to.deep.equal(byCommand);
    const { data } = await session<{ id: string; version: string }>("POST", "drafts", { title: "Words" });
    const synonyms = byCommand.proposals.slice(0, 2).map(({ rule }) => rule);
    const configuration = { search: { general_synonyms: false, synonyms } };
    await session("PUT", `drafts/${data.id}`, { title: "Words", configuration, version: data.version });
    const drafted = await shown({ draft_id: data.id });
    expect(drafted.proposals.map(({ rule }) => rule)).to.deep.equal([{ terms: ["beamer", "projector"] }]);
  });

  it("do without meaning where the encoder cannot be asked, and say so", async () => {
    const { proposals, encoder_error } = await told({ ENCODER_URL: "http://127.0.0.1:9", ENCODER_MODEL: "words" });
    expect(proposals.flatMap(({ evidence }) => evidence.map(({ kind }) => kind))).to.deep.equal(["corrections", "corrections", "titles"]); // prettier-ignore
    expect(encoder_error).to.match(/^the encoder cannot be asked: /);
  });

  it("are none for an unknown client", async () => {
    const failure = await told(ENCODED(), "nobody").catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(CommandError);
  });
});
