import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import Provider, { type KoaContextWithOIDC } from "oidc-provider";
import { CALLBACK } from "../../../console/server/session/single-sign-on.js";
import { credentialsOf, inviteByKey, signIn } from "../../support/console-session.js";
import { useShop } from "../../support/shop.js";

const ORIGIN = "http://console.example";
const CLIENT = { client_id: "vitrine", client_secret: "a secret for tests" };

/** The account with which the browser is signed in at the OpenID provider. */
interface Account {
  readonly email: string;
  readonly email_verified: boolean;
}

/** Starts a real OpenID provider on this machine, at which every browser is signed in as `account`. */
async function startProvider(account: () => Account): Promise<{ issuer: string; server: Server }> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: Provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [`${ORIGIN}${CALLBACK}`], token_endpoint_auth_method: "client_secret_post" }],
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...account() }) }),
    loadExistingGrant: async (context: KoaContextWithOIDC) => {
      const grant = new provider.Grant({
        clientId: CLIENT.client_id,
        accountId: context.oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email");
      await grant.save();
      return grant;
    },
  });
  const response = provider.callback();
  server.on("request", (req, res) => {
    if (req.url?.startsWith("/interaction/") !== true) void response(req, res);
    else void provider.interactionFinished(req, res, { login: { accountId: account().email } });
  });
  return { issuer, server };
}

/** A minimal browser that requests URLs and stores cookies per host. */
function browser() {
  const cookies = new Map<string, Map<string, string>>();
  return async (url: string): Promise<Response> => {
    const { host } = new URL(url);
    const own = cookies.get(host) ?? new Map<string, string>();
    cookies.set(host, own);
    const Cookie = [...own].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { Cookie } });
    for (const text of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (text.split(";")[0] ?? "").split(/=(.*)/s);
      own.set(name, value);
    }
    return response;
  };
}

describe("single sign-on", () => {
  let account: Account = { email: "", email_verified: false };
  let server: Server;
  const settings: Record<string, string> = {
    OIDC_CLIENT_ID: CLIENT.client_id,
    OIDC_CLIENT_SECRET: CLIENT.client_secret,
    CONSOLE_ORIGIN: ORIGIN,
  };

  before("start a provider", async () => {
    const started = await startProvider(() => account);
    server = started.server;
    settings["OIDC_ISSUER"] = started.issuer;
  });

  const shop = useShop({ instances: 1, settings });

  after("stop the provider", () => {
    server.closeAllConnections();
    server.close();
  });

  const base = () => shop.services[0]!.base_url;

  /**
   * Follows the redirects to the OpenID provider and back to the service.
   * @returns the callback URL of the service
   */
  async function wayBack(go: ReturnType<typeof browser>): Promise<string> {
    let next = `${base()}/console/api/session/oidc`;
    for (let steps = 0; !next.startsWith(ORIGIN); steps += 1) {
      const response = await go(next);
      const to = response.headers.get("location");
      if (to === null || steps > 10)
        throw new Error(`${next} was answered ${response.status} ${await response.text()}`);
      next = new URL(to, next).href;
    }
    return next.replace(ORIGIN, base());
  }

  async function come(given: Account) {
    account = given;
    const go = browser();
    const to = (await go(await wayBack(go))).headers.get("location");
    const session = await go(`${base()}/console/api/session`);
    return {
      to,
      status: session.status,
      data: ((await session.json()) as { data: Record<string, unknown> | null }).data,
    };
  }

  const invite = async (email: string, name: string) => {
    const storefront = await shop.storefront();
    await inviteByKey(base(), storefront.private_key, { email, name, role: "editor" });
    return storefront;
  };

  it("single sign-on accepts users who were invited under their verified e-mail address", async () => {
    const { client_id } = await invite("anna@x.example", "Anna");
    for (const email of ["Anna@X.example", "anna@x.example"]) {
      const { to, status, data } = await come({ email, email_verified: true });
      expect([to, status]).to.deep.equal(["/console", 200]);
      expect(data).to.include({ client_id, email: "anna@x.example", author: "Anna", role: "editor" });
    }
  });

  it("single sign-on rejects users who were not invited or whose e-mail address is not verified", async () => {
    await invite("ben@x.example", "Ben");
    const unverified = await come({ email: "ben@x.example", email_verified: false });
    expect([unverified.to, unverified.status]).to.deep.equal(["/console?refused=unverified", 401]);
    const unknown = await come({ email: "eve@x.example", email_verified: true });
    expect([unknown.to, unknown.status]).to.deep.equal(["/console?refused=unknown", 401]);
  });

  it("single sign-on rejects modified and replayed responses of the identity provider", async () => {
    await invite("cleo@x.example", "Cleo");
    account = { email: "cleo@x.example", email_verified: true };
    const [own, others] = [browser(), browser()];
    const [back, strange] = [await wayBack(own), await wayBack(others)];
    const failed = "/console?refused=failed";
    expect((await browser()(back)).headers.get("location")).to.equal(failed);
    expect((await own(strange)).headers.get("location")).to.equal(failed);
    // A sign-in attempt ends with the provider's first response, even if this response is an error.
    expect((await own(back)).headers.get("location")).to.equal(failed);
    const changed = strange.replace(/code=[^&]+/, "code=guessed");
    expect((await others(changed)).headers.get("location")).to.equal(failed);
  });

  it("single sign-on invalidates a password that was set before the e-mail address was verified", async () => {
    const storefront = await shop.storefront();
    const somebody = await signIn(shop.services[0]!, storefront.private_key, "Dan");
    const { email, password } = credentialsOf(storefront.private_key, "Dan");
    expect((await come({ email, email_verified: true })).data).to.include({ author: "Dan" });
    expect((await somebody("GET", "drafts")).status).to.equal(401);
    const again = await fetch(`${base()}/console/api/session`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    expect(again.status).to.equal(401);
  });
});
