import { expect } from "chai";
import { createPeople } from "../../../console/server/people/people.js";
import { isOver } from "../../../console/server/people/person.js";
import { refresh } from "../../../src/engine/indices.js";
import { searchDocuments } from "../../../src/engine/search-documents.js";
import { credentialsOf, ensureMember, inviteByKey } from "../../support/console-session.js";
import { useShop, type Storefront } from "../../support/shop.js";
import { until } from "../../support/until.js";

interface ResponseBody {
  readonly status: number;
  readonly code: string | undefined;
  readonly cookie: string | null;
  readonly data: Readonly<Record<string, unknown>> | null;
}

describe("console sessions", () => {
  const shop = useShop({ instances: 2 });
  let storefront: Storefront;

  before(async () => {
    storefront = await shop.storefront();
  });

  async function request(
    method: string,
    headers: Record<string, string>,
    body?: object,
    instance = 0,
    path = "",
  ): Promise<ResponseBody> {
    const response = await fetch(`${shop.services[instance]!.base_url}/console/api/session${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { data, errors } = (await response.json()) as {
      data: ResponseBody["data"];
      errors: readonly { readonly code: string }[] | null;
    };
    return { status: response.status, code: errors?.[0]?.code, cookie: response.headers.get("set-cookie"), data };
  }

  const signIn = async (author = "Anna", headers: Record<string, string> = {}) => {
    const { private_key } = storefront;
    await ensureMember(shop.services[0]!.base_url, private_key, author);
    return request("POST", headers, credentialsOf(private_key, author));
  };

  const cookieOf = ({ cookie }: ResponseBody) => cookie?.split(";")[0] ?? "";

  it("console sessions that start with an e-mail address and a password are valid in every process", async () => {
    const begun = await signIn();
    const { email, password } = credentialsOf(storefront.private_key, "Anna");
    expect(begun.status).to.equal(200);
    expect(begun.cookie).to.match(/; Path=\/console; HttpOnly; SameSite=Strict$/);
    const { csrf_token, expires_at, ...view } = begun.data!;
    expect(view).to.deep.equal({
      client_id: storefront.client_id,
      name: storefront.client_id,
      email,
      author: "Anna",
      role: "owner",
      may: ["viewer", "editor", "publisher", "owner"],
      needs_approval: false,
      shops: [{ client_id: storefront.client_id, name: storefront.client_id }],
    });
    expect(csrf_token).to.be.a("string");
    expect(expires_at).to.be.greaterThan(Date.now());
    const known = await request("GET", { Cookie: cookieOf(begun) }, undefined, 1);
    expect(known.data).to.deep.equal(begun.data);
    const payload = Buffer.from(cookieOf(begun).split(".")[1]!, "base64url").toString();
    for (const secret of [password, storefront.private_key]) expect(payload).not.to.contain(secret);
    await refresh(shop.engine, `${shop.engine.prefix}people`);
    const everything = await searchDocuments(shop.engine, `${shop.engine.prefix}people`, { size: 100 });
    expect(JSON.stringify(everything)).to.contain("scrypt$").and.not.to.contain(password);
  });

  it("console sessions use secure cookies if the request uses HTTPS", async () => {
    const { cookie } = await signIn("Anna", { "X-Forwarded-Proto": "https" });
    expect(cookie).to.contain("; Secure");
  });

  it("console sessions cannot start with a wrong password or an unknown e-mail address", async () => {
    await signIn();
    const { email } = credentialsOf(storefront.private_key, "Anna");
    const responses = [];
    for (const body of [
      { email, password: "something else" },
      { email: "nobody@x.example", password: "something else" },
    ]) {
      const response = await fetch(`${shop.services[0]!.base_url}/console/api/session`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      responses.push([response.status, response.headers.get("set-cookie"), await response.json()]);
    }
    expect(responses[0]).to.deep.equal(responses[1]);
    expect(responses[0]!.slice(0, 2)).to.deep.equal([401, null]);
  });

  it("console sessions cannot start with an API key", async () => {
    const { code } = await request("POST", {}, { key: storefront.private_key, author: "Anna" });
    expect(code).to.equal("validation_error");
  });

  it("console sessions cannot start after ten failed attempts, even with the correct password", async () => {
    await signIn("Hal");
    await signIn("Ida");
    const { email, password } = credentialsOf(storefront.private_key, "Hal");
    // The first failed sign-in attempt took place before the user Hal was invited.
    for (let nth = 2; nth <= 10; nth += 1) {
      expect((await request("POST", {}, { email, password: `guess ${nth}` })).status).to.equal(401);
    }
    expect((await request("POST", {}, { email: email.toUpperCase(), password })).code).to.equal("rate_limited");
    expect((await request("POST", {}, credentialsOf(storefront.private_key, "Ida"))).status).to.equal(200);
  });

  it("console sessions cannot start from a page of another site", async () => {
    expect((await signIn("Anna", { "Sec-Fetch-Site": "cross-site" })).code).to.equal("forbidden");
  });

  it("console sessions are rejected if the session cookie was forged or modified", async () => {
    const [header, payload = "", signature] = cookieOf(await signIn()).split(".");
    const other = Buffer.from(JSON.stringify({ email: "eve@x.example", epoch: "", aud: "vitrine console" })).toString(
      "base64url",
    );
    const none = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
    for (const cookie of [
      "vitrine_console=1",
      [header, other, signature].join("."),
      `vitrine_console=${none}.${payload}.`,
    ]) {
      expect((await request("GET", { Cookie: cookie })).status).to.equal(401);
    }
  });

  it("console sessions reject changes if the CSRF token is missing or if a page of another site sends the request", async () => {
    const begun = await signIn();
    const preview = async (headers: Record<string, string>) => {
      const response = await fetch(`${shop.services[0]!.base_url}/console/api/listing-previews`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Cookie: cookieOf(begun), ...headers },
        body: JSON.stringify({ request: {}, shopper: { kind: "anonymous" } }),
      });
      return response.status;
    };
    const token = String(begun.data!["csrf_token"]);
    expect([
      await preview({}),
      await preview({ "X-CSRF-Token": "1" }),
      await preview({ "X-CSRF-Token": token, "Sec-Fetch-Site": "same-site" }),
      await preview({ "X-CSRF-Token": token, "Sec-Fetch-Site": "same-origin" }),
    ]).to.deep.equal([403, 403, 403, 200]);
  });

  const begin = async (author = "Anna") => {
    const begun = await signIn(author);
    return { Cookie: cookieOf(begun), "X-CSRF-Token": String(begun.data!["csrf_token"]) };
  };
  const statusOf = async (headers: Record<string, string>, instance: number) =>
    (await request("GET", headers, undefined, instance)).status;
  const everywhere = (headers: Record<string, string>) => request("DELETE", headers, undefined, 0, "/everywhere");

  it("console sessions end in every process within two seconds after the user signs out", async () => {
    const [out, stays] = [await begin(), await begin()];
    for (const instance of [0, 1]) expect(await statusOf(out, instance)).to.equal(200);
    const { status, cookie } = await request("DELETE", { Cookie: out.Cookie });
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

  it("console sessions remain ended in a process that starts after the sign-out", async () => {
    const out = await begin();
    await request("DELETE", out);
    const later = createPeople(shop.engine, () => performance.now());
    const payload = Buffer.from(out.Cookie.split(".")[1]!, "base64url").toString();
    const { email, epoch } = JSON.parse(payload) as { readonly email: string; readonly epoch: string };
    const session = { epoch, csrf_token: out["X-CSRF-Token"] };
    expect(isOver(await later.persons.read(email), session)).to.equal(true);
  });

  it("console sessions of a user can all be ended with one request", async () => {
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

  it("console sessions cannot be ended from a page of another site", async () => {
    expect((await request("DELETE", {})).status).to.equal(200);
    const stays = await begin();
    expect((await request("DELETE", { ...stays, "Sec-Fetch-Site": "cross-site" })).status).to.equal(403);
    expect(await statusOf(stays, 0)).to.equal(200);
  });

  it("console sessions can switch to another shop that the user belongs to", async () => {
    const [other, strange] = [await shop.storefront(), await shop.storefront()];
    const { base_url } = shop.services[0]!;
    await begin("Jo");
    const { email, password } = credentialsOf(storefront.private_key, "Jo");
    const token = await inviteByKey(base_url, other.private_key, { email, name: "Jo", role: "viewer" });
    expect((await request("POST", {}, { token, password: "guessed, not known" }, 0, "/join")).code).to.equal(
      "unauthorized",
    );
    expect((await request("POST", {}, { token, password }, 0, "/join")).data).to.include({ role: "viewer" });
    const here = await begin("Jo");
    const to = (client_id: string) => request("POST", here, { client_id }, 0, "/shop");
    expect((await to(strange.client_id)).code).to.equal("not_found");
    const moved = await to(other.client_id);
    expect(moved.data).to.deep.include({ client_id: other.client_id, role: "viewer", may: ["viewer"] });
    expect(await statusOf(here, 0)).to.equal(401);
    expect(await statusOf({ Cookie: cookieOf(moved) }, 1)).to.equal(200);
  });
});
