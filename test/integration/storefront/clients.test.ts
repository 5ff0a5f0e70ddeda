import { expect } from "chai";
import { countDocuments } from "../../../src/engine/search-documents.js";
import { prepareEngine, TEMPLATES_FOLDER } from "../../../src/engine/templates.js";
import { ServiceError } from "../../../src/errors.js";
import { addClient, addKey, getStorefront, listClients, revokeKey } from "../../../src/storefront/clients.js";
import { putConfiguration } from "../../support/publishing.js";
import { DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";
import { hashKey, shownPrefix } from "../../../src/storefront/keys.js";
import { useEngine } from "../../support/engine.js";

const T0 = "2026-01-01T00:00:00.000Z";
const T1 = "2026-01-02T00:00:00.000Z";

async function refusal(promise: Promise<unknown>): Promise<Pick<ServiceError, "code" | "message" | "context">> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, message: error.message, context: error.context };
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("clients", () => {
  const engineOf = useEngine();
  const depsAt = (time: string) => ({ engine: engineOf.engine, now: () => new Date(time) });

  it("the list of API clients is empty before the client index exists", async () => {
    expect(await listClients(engineOf)).to.deep.equal([]);
    expect(await getStorefront(engineOf, "demo")).to.equal(undefined);
    expect(await revokeKey(depsAt(T0), "pk_abcde")).to.deep.equal({ outcome: "unknown" });
  });

  describe("an installation with a client index", () => {
    before(async () => {
      await prepareEngine(engineOf.engine, TEMPLATES_FOLDER, { languages: ["english"], shards: 1 });
    });

    it("clients are created with the default storefront configuration and two API keys", async () => {
      const added = await addClient(depsAt(T0), {
        name: "Shop One",
        origins: ["https://one.example/", "https://one.example"],
      });
      expect(added.client_id).to.equal("shop-one");
      expect([added.public_key.slice(0, 3), added.private_key.slice(0, 3)]).to.deep.equal(["pk_", "sk_"]);
      const key = (text: string, kind: string) => ({
        hash: hashKey(text),
        kind,
        prefix: text.slice(0, 8),
        created_at: T0,
        revoked_at: null,
      });
      expect((await listClients(engineOf)).filter((client) => client.client_id === "shop-one")).to.deep.equal([
        {
          client_id: "shop-one",
          name: "Shop One",
          origins: ["https://one.example"],
          keys: [key(added.public_key, "public"), key(added.private_key, "private")],
          configuration: {},
          created_at: T0,
          updated_at: T0,
        },
      ]);
      expect(await getStorefront(engineOf, "shop-one")).to.deep.equal({
        client_id: "shop-one",
        name: "Shop One",
        origins: ["https://one.example"],
        configuration: DEFAULT_CONFIGURATION,
        signing_hashes: [hashKey(added.private_key)],
      });
    });

    it("clients cannot be added twice, even by concurrent requests", async () => {
      const outcomes = await Promise.allSettled([1, 2, 3].map(() => addClient(depsAt(T0), { name: "Twice" })));
      expect(outcomes.map(({ status }) => status).sort()).to.deep.equal(["fulfilled", "rejected", "rejected"]);
      expect(await refusal(addClient(depsAt(T0), { name: "twice!" }))).to.deep.equal({
        code: "validation_error",
        message: "client `twice` already exists",
        context: null,
      });
    });

    it("a client with an invalid configuration or origin is rejected", async () => {
      const refused = await refusal(addClient(depsAt(T0), { name: "wrong", configuration: { language: "x" } }));
      expect([refused.code, refused.message]).to.deep.equal([
        "validation_error",
        "the configuration has 1 validation error",
      ]);
      expect((refused.context?.errors as { path: string }[]).map(({ path }) => path)).to.deep.equal(["language"]);
      expect((await refusal(addClient(depsAt(T0), { name: "wrong", origins: ["*"] }))).context).to.deep.equal({
        field: "origins",
      });
      expect(await getStorefront(engineOf, "wrong")).to.equal(undefined);
    });

    it("clients keep their configuration if the new configuration is invalid", async () => {
      const { client_id } = await addClient(depsAt(T0), { name: "configured" });
      const put = await putConfiguration(depsAt(T1), client_id, { language: "dutch" }, { author: "test" });
      expect(put.configuration).to.deep.equal({ ...DEFAULT_CONFIGURATION, language: "dutch" });
      expect(
        (await refusal(putConfiguration(depsAt(T1), client_id, { facets: 1, sort_keys: 2 }, { author: "test" })))
          .message,
      ).to.equal("the configuration has 2 validation errors");
      expect(await getStorefront(engineOf, client_id)).to.deep.equal(put);
      expect((await refusal(putConfiguration(depsAt(T1), "nobody", {}, { author: "test" }))).code).to.equal(
        "not_found",
      );
    });

    it("clients keep all changes that are made concurrently", async () => {
      const { client_id } = await addClient(depsAt(T0), { name: "busy" });
      const keys = await Promise.all([1, 2, 3, 4].map(() => addKey(depsAt(T1), client_id, "public")));
      const stored = (await listClients(engineOf)).find((client) => client.client_id === client_id);
      expect(stored?.keys.map(({ hash }) => hash))
        .to.include.members(keys.map(hashKey))
        .and.have.length(6);
      expect(stored?.updated_at).to.equal(T1);
    });

    it("a key of a client can be revoked by the full key or by its displayed prefix", async () => {
      const { client_id, public_key, private_key } = await addClient(depsAt(T0), { name: "revoking" });
      const revoke = async (key: string) => {
        const revocation = await revokeKey(depsAt(T1), key);
        return "key" in revocation ? [revocation.outcome, revocation.client_id, revocation.key.prefix] : revocation;
      };
      expect(await revoke(public_key.slice(0, 5))).to.deep.equal({ outcome: "unknown" });
      expect(await revoke(public_key.slice(0, 12))).to.deep.equal({ outcome: "unknown" });
      expect(await revoke(public_key)).to.deep.equal(["revoked", client_id, shownPrefix(public_key)]);
      expect(await revoke(shownPrefix(public_key))).to.deep.equal([
        "revoked_before",
        client_id,
        shownPrefix(public_key),
      ]);
      expect(await revoke(shownPrefix(private_key))).to.deep.equal(["revoked", client_id, shownPrefix(private_key)]);
      const stored = (await listClients(engineOf)).find((client) => client.client_id === client_id);
      expect(stored?.keys.map(({ revoked_at }) => revoked_at)).to.deep.equal([T1, T1]);
    });

    it("clients are listed in the order of their ids", async () => {
      const { engine } = engineOf;
      const ids = (await listClients(engineOf)).map((client) => client.client_id);
      expect(ids).to.deep.equal([...ids].sort());
      expect(ids).to.have.length(await countDocuments(engine, `${engine.prefix}clients`));
    });
  });
});
