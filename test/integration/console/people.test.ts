import { expect } from "chai";
import type { AuditEntry } from "../../../console/server/people/audit.js";
import { ACCESS, ROLES, rolesUpTo, type Role } from "../../../console/server/people/roles.js";
import type { TeamView } from "../../../console/server/people/routes.js";
import type { OpenedDraft } from "../../../console/server/drafts/draft.js";
import type { History } from "../../../console/server/drafts/publication-routes.js";
import { credentialsOf, inviteByKey, signIn, type ConsoleSession } from "../../support/console-session.js";
import { useShop, type Storefront } from "../../support/shop.js";
import { until } from "../../support/until.js";

describe("users of the console", () => {
  const shop = useShop({ instances: 2 });
  let storefront: Storefront;
  let base: string;
  const as = {} as Record<Role, ConsoleSession>;

  before(async () => {
    storefront = await shop.storefront();
    base = shop.services[0]!.base_url;
    for (const role of ROLES) as[role] = await signIn(shop.services[0]!, storefront.private_key, `The-${role}`, role);
  });

  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${base}/console/api/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    const { data, errors } = (await response.json()) as {
      data: Record<string, unknown>;
      errors: { code: string; message: string }[] | null;
    };
    return { status: response.status, data, code: errors?.[0]?.code, message: errors?.[0]?.message };
  };

  for (const [route, { least, did }] of Object.entries(ACCESS)) {
    const [method = "", pattern = ""] = route.split(" ");
    const path = pattern
      .slice(1)
      .replace(":table", "shown")
      .replace(/:[a-z]+/g, "1");
    const below = ROLES.filter((role) => !rolesUpTo(role).includes(least));
    for (const role of below) {
      it(`the console endpoint ${route} rejects users with the role ${role}`, async () => {
        const { status, error } = await as[role](method, path, method === "GET" ? undefined : {});
        expect([status, error.code, error.context]).to.deep.equal([403, "forbidden", { least, role }]);
      });
    }
    // Routes that end the session are skipped, because other tests use the same session.
    if (!route.startsWith("DELETE /session")) {
      it(`the console endpoint ${route} accepts users with the role ${least}`, async () => {
        const response = await as[least].answered(method, path, method === "GET" ? undefined : {});
        expect(response.status).not.to.be.oneOf([401, 403, 405, 500]);
      });
    }
    if (did !== undefined && route !== "DELETE /session/everywhere") {
      it(`the console endpoint ${route}, which changes data, requires a higher role than viewer`, () =>
        expect(least).not.to.equal("viewer"));
    }
  }

  it("console requests without a session are rejected, except to sign in or to accept an invitation", async () => {
    for (const route of Object.keys(ACCESS)) {
      const [method = "", pattern = ""] = route.split(" ");
      const path = pattern.replace(":table", "shown").replace(/:[a-z]+/g, "1");
      expect([route, (await fetch(`${base}/console/api${path}`, { method })).status]).to.deep.equal([route, 401]);
    }
  });

  it("users are invited by a link that can be used once", async () => {
    const invited = { email: "Cleo@x.example", name: "Cleo", role: "editor" };
    const { data } = await as.owner<{ path: string }>("POST", "people/invitations", invited);
    const token = data.path.replace("/console/join#", "");
    expect((await post("session/invitation", { token })).data).to.deep.equal({
      shop: storefront.client_id,
      email: "cleo@x.example",
      name: "Cleo",
      role: "editor",
      has_password: false,
    });
    expect((await post("session/join", { token, password: "short" })).message).to.match(/at least 12 characters/);
    const joined = await post("session/join", { token, password: "long enough for all", name: "Somebody else" });
    expect(joined.data).to.include({ email: "cleo@x.example", author: "Cleo", role: "editor" });
    expect((await post("session/join", { token, password: "long enough for all" })).code).to.equal("not_found");
  });

  it("users cannot accept an invitation with a withdrawn or forged link", async () => {
    const { data } = await as.owner<{ path: string }>("POST", "people/invitations", {
      email: "dan@x.example",
      name: "Dan",
      role: "viewer",
    });
    const token = data.path.replace("/console/join#", "");
    const { invitations } = (await as.owner<TeamView>("GET", "people")).data;
    expect(JSON.stringify(invitations)).not.to.contain(token.split(".")[1]);
    await as.owner("DELETE", `people/invitations/${invitations[0]!.id}`);
    for (const one of [token, `${storefront.client_id}.${"A".repeat(43)}`, "x", ""]) {
      expect((await post("session/invitation", { token: one })).code).to.equal("not_found");
    }
  });

  it("the first owner of a shop can be invited only with the private key", async () => {
    const own = await shop.storefront();
    const invite = (key: string) => post("invitations", { only_first: true }, { "X-SERVICE-API-KEY": key });
    expect((await invite(own.public_key)).code).to.equal("forbidden");
    const { data } = await invite(own.private_key);
    const token = String(data["path"]).split("#")[1]!;
    expect((await post("session/join", { token, password: "long enough for all" })).code).to.equal("validation_error");
    const who = { email: "First@x.example", name: "First", password: "long enough for all" };
    expect((await post("session/join", { token, ...who })).data).to.include({
      email: "first@x.example",
      role: "owner",
    });
    expect((await invite(own.private_key)).message).to.equal("this shop already has an owner");
  });

  it("users who are removed or get a lower role lose their rights in every process within two seconds", async () => {
    const [own] = [await shop.storefront()];
    const [boss, eve] = [
      await signIn(shop.services[0]!, own.private_key, "Boss"),
      await signIn(shop.services[1]!, own.private_key, "Eve", "publisher"),
    ];
    const { email } = credentialsOf(own.private_key, "Eve");
    const path = `people/members/${encodeURIComponent(email)}`;
    expect((await boss("PUT", path, { name: "Eve", role: "viewer" })).status).to.equal(200);
    await until("the other process to know", async () => (await eve("POST", "drafts", { title: "x" })).status === 403);
    expect((await boss("DELETE", path)).status).to.equal(200);
    await until("the other process to know", async () => (await eve("GET", "drafts")).status === 401);
    expect((await post("session", credentialsOf(own.private_key, "Eve"))).code).to.equal("unauthorized");
  });

  it("the only owner of a shop cannot be removed or get a different role", async () => {
    const own = await shop.storefront();
    const boss = await signIn(shop.services[0]!, own.private_key, "Boss");
    const path = `people/members/${encodeURIComponent(credentialsOf(own.private_key, "Boss").email)}`;
    for (const response of [await boss("DELETE", path), await boss("PUT", path, { name: "Boss", role: "publisher" })]) {
      expect([response.status, response.error.message]).to.deep.equal([
        409,
        "this is the only owner; make another member an owner first",
      ]);
    }
  });

  it("publications contain the registered name of the user who published them", async () => {
    const begun = (await as.editor<OpenedDraft>("POST", "drafts", { title: "Autumn" })).data;
    const configuration = { ...begun.configuration, rules: [{ key: "one", action: "pin", product: "a", position: 1 }] };
    const { data: saved } = await as.editor<OpenedDraft>("PUT", `drafts/${begun.id}`, {
      title: "Autumn",
      version: begun.version,
      base: begun.base.publication,
      configuration,
    });
    expect((await as.publisher("POST", `drafts/${begun.id}/publish`, { version: saved.version })).status).to.equal(200);
    expect((await as.viewer<History>("GET", "publications")).data.publications[0]).to.include({
      author: "The-publisher",
    });
    const wanted = [
      ["The-publisher", "published a version", "version 1"],
      ["The-editor", "saved a draft", "Autumn"],
      ["The-editor", "created a draft", "Autumn"],
    ];
    await until("the log to have them", async () => {
      const { data } = await as.owner<readonly AuditEntry[]>("GET", "people/audit");
      return (
        JSON.stringify(data.slice(0, 3).map(({ name, did, what }) => [name, did, what])) === JSON.stringify(wanted)
      );
    });
    const { data } = await as.owner<readonly AuditEntry[]>("GET", "people/audit");
    const { data: older } = await as.owner<readonly AuditEntry[]>("GET", `people/audit?before=${data[0]!.at}`);
    expect(older).to.deep.equal(data.slice(1));
  });

  it("users need the approval of another user to publish a draft, if the shop requires it", async () => {
    await as.owner("PUT", "people/approval", { needs_approval: true });
    const begun = (await as.publisher<OpenedDraft>("POST", "drafts", { title: "Winter" })).data;
    const save = async (version: string, position: number) => {
      const configuration = { ...begun.configuration, rules: [{ key: "two", action: "pin", product: "b", position }] };
      const change = { title: "Winter", version, base: begun.base.publication, configuration };
      return (await as.publisher<OpenedDraft>("PUT", `drafts/${begun.id}`, change)).data;
    };
    const saved = await save(begun.version, 1);
    const publish = (version: string) => as.publisher("POST", `drafts/${begun.id}/publish`, { version });
    const approve = (who: ConsoleSession, version: string) =>
      who<OpenedDraft>("POST", `drafts/${begun.id}/approve`, { version });
    expect((await publish(saved.version)).error.context).to.deep.equal({ reason: "approval" });
    const experiment = { name: "Winter", variant: { draft_id: begun.id }, share: 1, split: 0.5, days: 7 };
    expect((await as.publisher("POST", "experiments", experiment)).error.context).to.deep.equal({ reason: "approval" });
    expect((await approve(as.publisher, saved.version)).error.message).to.match(/you have changed this draft; another/);
    const { data: approved } = await approve(as.owner, saved.version);
    expect(approved.approved_by).to.equal("The-owner");
    const again = await save(approved.version, 2);
    expect(again.approved_by).to.equal(null);
    expect((await publish(again.version)).error.context).to.deep.equal({ reason: "approval" });
    expect((await publish((await approve(as.owner, again.version)).data.version)).status).to.equal(200);
    await as.owner("PUT", "people/approval", { needs_approval: false });
  });

  it("users who belong to a single shop can reset their password through a new invitation", async () => {
    const gus = await signIn(shop.services[0]!, storefront.private_key, "Gus", "viewer");
    const { email } = credentialsOf(storefront.private_key, "Gus");
    const token = await inviteByKey(base, storefront.private_key, { email, name: "Gus", role: "viewer" });
    expect((await post("session/join", { token, password: "another long one" })).status).to.equal(200);
    expect((await gus("GET", "drafts")).status).to.equal(401);
    expect((await post("session", credentialsOf(storefront.private_key, "Gus"))).code).to.equal("unauthorized");
  });
});
