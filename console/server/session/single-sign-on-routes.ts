import { parseCookie } from "cookie";
import type { Request, Response, Router } from "express";
import { guardedRoutes } from "../console-routes.js";
import { welcome } from "../people/joining.js";
import { emailOf } from "../people/team.js";
import { sessionStarter, setCookie, type StarterDeps } from "./routes.js";
import type { createTokens } from "./session.js";
import type { Attempt, SingleSignOn } from "./single-sign-on.js";

export interface SingleSignOnDeps extends StarterDeps {
  readonly singleSignOn: SingleSignOn;
  readonly tokens: ReturnType<typeof createTokens>;
  readonly onFailure: (error: unknown) => void;
}

const ATTEMPT_COOKIE = "vitrine_sign_in";
const ATTEMPT_MS = 10 * 60_000;

/**
 * Routes below `/console/api/session/oidc`: redirects to the OpenID provider and back. Only persons invited under the
 * verified email address can sign in.
 */
export function singleSignOnRoutes(deps: SingleSignOnDeps): Router {
  const { singleSignOn, tokens, people, directory, now } = deps;
  const begin = sessionStarter(deps);
  /** Signs in the person identified by the provider, or returns the reason for a rejection. */
  async function enter(req: Request, res: Response, attempt: Attempt | undefined) {
    if (attempt === undefined) return "failed";
    let email: string | undefined;
    try {
      email = await singleSignOn.end(req.originalUrl.split("?")[1] ?? "", attempt);
    } catch (error) {
      deps.onFailure(error);
      return "failed";
    }
    if (email === undefined) return "unverified";
    const shops = (await directory.listStorefronts()).map(({ client_id }) => client_id);
    const person = await welcome(people, emailOf(email), shops, now());
    const view = person && (await begin(req, res, person, { did: "signed in with single sign-on" }));
    return view === undefined ? "unknown" : undefined;
  }
  const routes = {
    "GET /": async (req: Request, res: Response) => {
      const { url, attempt } = await singleSignOn.begin();
      const expires_at = now() + ATTEMPT_MS;
      // The cookie is `lax`, because the browser must send the cookie on the redirect from the provider.
      setCookie(req, res, ATTEMPT_COOKIE, await tokens.sign({ ...attempt }, expires_at), ATTEMPT_MS, "lax");
      res.set("Cache-Control", "no-store").redirect(url);
    },
    "GET /back": async (req: Request, res: Response) => {
      const attempt = await tokens.open<Attempt>(parseCookie(req.headers.cookie ?? "")[ATTEMPT_COOKIE] ?? "", now());
      setCookie(req, res, ATTEMPT_COOKIE, "", 0, "lax");
      res.set("Cache-Control", "no-store");
      const refused = await enter(req, res, attempt);
      res.redirect(refused === undefined ? "/console" : `/console?refused=${refused}`);
    },
  };
  return guardedRoutes({ GET: [] }, routes);
}
