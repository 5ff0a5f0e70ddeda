import { expect } from "chai";
import { createEndedSessions, isEnded } from "../../../console/server/session/ended-sessions.js";
import type { Session } from "../../../console/server/session/session.js";
import { revokeKey } from "../../../src/storefront/clients.js";
import { useShop, type Storefront } from "../../support/shop.js";
import { until } from "../../support/until.js";

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly cookie: string | null;
  readonly data: Readonly<Record<string, unknown>> | null;
}

describe("sessions of the console", () => {
  const shop = useShop({ instances: 2 });
  let storefront: Storefront;

  before(async () => {
    storefront = await shop.storefront();
  });

  async function ask(
    method: string,
    headers: Record<string, string>,
    body?: object,
    instance = 0,
    path = "",
  ): Promise<Answer> {
    const response = await fetch(`${shop.services[instance]!.base_url}/console/api/session${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { data, errors } = (await response.json()) as {
      data: Answer["data"];
      errors: readonly { readonly code: string }[] | null;
    };
    return { status: response.status, code: errors?.[0]?.code, cookie: response.headers.get("set-cookie"), data };
  }

  const signIn = (key = storefront.private_key, headers: Record<string, string> = {}) =>
    ask("POST", headers, { key, author: " Anna " });

  const cookieOf = ({ cookie }: Answer) => cookie?.split(";")[0] ?? "";

  it("begin with a private key, are known to every process, and keep the key to themselves", async () => {
    const begun = await signIn();
    expect(begun.status).to.equal(200);
    expect(begun.cookie).to.match(/; Path=\/console; HttpOnly; SameSite=Strict$/);
    expect(begun.cookie).not.to.contain(storefront.private_key);
    const { csrf_token, expires_at, ...view } = begun.data!;
    expect(view).to.deep.equal({ client_id: storefront.client_id, name: storefront.client_id, author: "Anna" });
    expect(csrf_token).to.be.a("string");
    expect(expires_at).to.be.greaterThan(Date.now());
    const known = await ask("GET", { Cookie: cookieOf(begun) }, undefined, 1);
    expect(known.data).to.deep.equal(begun.data);
  });

  it("are secure cookies where the browser sees https", async () => {
    const { cookie } = await signIn(storefront.private_key, { "X-Forwarded-Proto": "https" });
    expect(cookie).to.contain("; Secure");
  });

  for (const [what, key, status, code] of [
    ["no key at all", () => "", 401, "unauthorized"],
    ["a key that nobody has", () => `sk_${"A".repeat(43)}`, 401, "unauthorized"],
    ["a public key", () => storefront.public_key, 403, "forbidden"],
  ] as const) {
    it(`do not begin with ${what}`, async () => {
      const answer = await signIn(key());
      expect([answer.status, answer.code, answer.cookie]).to.deep.equal([status, code, null]);
    });
  }

  it("do not begin from another site's page, or with an empty name", async () => {
    expect((await signIn(storefront.private_key, { "Sec-Fetch-Site": "cross-site" })).code).to.equal("forbidden");
    const { code } = await ask("POST", {}, { key: storefront.private_key, author: "  " });
    expect(code).to.equal("validation_error");
  });

  it("are none with a cookie that was made up or changed", async () => {
    const [header, payload = "", signature] = cookieOf(await signIn()).split(".");
    const other = Buffer.from(JSON.stringify({ key_hash: "x", author: "Eve", aud: "vitrine console" })).toString(
      "base64url",
    );
    const none = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
    for (const cookie of [
      "vitrine_console=1",
      [header, other, signature].join("."),
      `vitrine_console=${none}.${payload}.`,
    ]) {
      expect((await ask("GET", { Cookie: cookie })).status).to.equal(401);
    }
  });

  it("change nothing without their token, and not for another site's page", async () => {
    const begun = await signIn();
    const look = async (headers: Record<string, string>) => {
      const response = await fetch(`${shop.services[0]!.base_url}/console/api/looks`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Cookie: cookieOf(begun), ...headers },
        body: JSON.stringify({ request: {}, shopper: { kind: "anonymous" } }),
      });
      return response.status;
    };
    const token = String(begun.data!["csrf_token"]);
    expect([
      await look({}),
      await look({ "X-CSRF-Token": "1" }),
      await look({ "X-CSRF-Token": token, "Sec-Fetch-Site": "same-site" }),
      await look({ "X-CSRF-Token": token, "Sec-Fetch-Site": "same-origin" }),
    ]).to.deep.equal([403, 403, 403, 200]);
  });

  it("end when their key is revoked, in every process", async () => {
    const [own] = [await shop.storefront()];
    const begun = await ask("POST", {}, { key: own.private_key, author: "Anna" });
    await revokeKey({ engine: shop.engine, now: () => new Date() }, own.private_key);
    for (const { directory } of shop.services) await directory.refresh();
    for (const instance of [0, 1]) {
      expect((await ask("GET", { Cookie: cookieOf(begun) }, undefined, instance)).status).to.equal(401);
    }
  });

  const begin = async (author = "Anna") => {
    const begun = await ask("POST", {}, { key: storefront.private_key, author });
    return { Cookie: cookieOf(begun), "X-CSRF-Token": String(begun.data!["csrf_token"]) };
  };
  const statusOf = async (headers: Record<string, string>, instance: number) =>
    (await ask("GET", headers, undefined, instance)).status;
  const everywhere = (headers: Record<string, string>) => ask("DELETE", headers, undefined, 0, "/everywhere");

  it("end for their old cookie when somebody signs out, at once here and within two seconds in the other process", async () => {
    const [out, stays] = [await begin(), await begin()];
    for (const instance of [0, 1]) expect(await statusOf(out, instance)).to.equal(200);
    const { status, cookie } = await ask("DELETE", { Cookie: out.Cookie });
    expect(status).to.equal(200);
    expect(cookie).to.match(/^vitrine_console=; Max-Age=0;/);
    const signedOutAt = performance.now();
    expect(await statusOf(out, 0)).to.equal(401);
    await until(
      "the other process to know",
      async () => (await statusOf(out, 1)) === 401,
      2_000 - (performance.now() - signedOutAt),
    );
    for (const instance of [0, 1]) expect(await statusOf(stays, instance)).to.equal(200);
  });

  it("stay ended in a process that starts afterwards", async () => {
    const out = await begin();
    await ask("DELETE", out);
    const later = createEndedSessions(shop.engine, () => performance.now());
    const payload = Buffer.from(out.Cookie.split(".")[1]!, "base64url").toString();
    const { author, epochs } = JSON.parse(payload) as Pick<Session, "author" | "epochs">;
    const session = { author, epochs, csrf_token: out["X-CSRF-Token"] };
    expect(isEnded(await later.read(storefront.client_id), session)).to.equal(true);
  });

  it("are all ended by their person everywhere, and nobody else's", async () => {
    const own = [await begin("Cleo"), await begin("Cleo")];
    const others = await begin("Ben");
    expect((await everywhere({ Cookie: own[0]!.Cookie })).code).to.equal("forbidden");
    expect((await everywhere({ ...own[0]!, "Sec-Fetch-Site": "cross-site" })).code).to.equal("forbidden");
    expect(await statusOf(own[1]!, 0)).to.equal(200);
    expect((await everywhere(own[0]!)).status).to.equal(200);
    const again = await begin("Cleo");
    for (const instance of [0, 1]) {
      await until("the process to know", async () => (await statusOf(own[1]!, instance)) === 401);
      expect(await statusOf(own[0]!, instance)).to.equal(401);
      expect(await statusOf(others, instance)).to.equal(200);
      expect(await statusOf(again, instance)).to.equal(200);
    }
    expect((await everywhere(own[0]!)).status).to.equal(401);
  });

  it("are signed out of without one, and by another site's page not at all", async () => {
    expect((await ask("DELETE", {})).status).to.equal(200);
    const stays = await begin();
    expect((await ask("DELETE", { ...stays, "Sec-Fetch-Site": "cross-site" })).status).to.equal(403);
    expect(await statusOf(stays, 0)).to.equal(200);
  });
});
