import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from "openid-client";

/** Settings of the OpenID provider, and of the service's registration with the provider. */
export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** Public origin of the service, as registered with the provider: `https://shop.example`. */
  readonly origin: string;
}

/** State of a sign-in attempt, stored in a cookie. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Sign-in with an OpenID provider by the code flow with PKCE (RFC 7636), state and nonce. */
export interface SingleSignOn {
  begin(): Promise<{ readonly url: string; readonly attempt: Attempt }>;
  /**
   * Completes a sign-in and returns the verified email address. Returns `undefined` if the provider does not mark the
   * address as verified.
   * @param query query string of the redirect from the provider
   * @throws the errors of the library for a response that does not match the attempt
   */
  end(query: string, attempt: Attempt): Promise<string | undefined>;
}

export const CALLBACK = "/console/api/session/oidc/back";

export function createSingleSignOn({ issuer, clientId, clientSecret, origin }: ProviderSettings): SingleSignOn {
  const redirect_uri = new URL(CALLBACK, origin).href;
  let discovered: Promise<Configuration> | undefined;
  // Discovery runs on the first sign-in, so that the service starts without the provider. Errors are not cached.
  const provider = () => {
    const insecure = new URL(issuer).protocol === "http:" ? { execute: [allowInsecureRequests] } : {};
    discovered ??= discovery(new URL(issuer), clientId, clientSecret, undefined, insecure).catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  };
  return {
    async begin() {
      const attempt = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(await provider(), {
        redirect_uri,
        scope: "openid email",
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: "S256",
      });
      return { url: url.href, attempt };
    },
    async end(query, { state, nonce, verifier }) {
      const config = await provider();
      const tokens = await authorizationCodeGrant(config, new URL(`${redirect_uri}?${query}`), {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) return undefined;
      const reported =
        claims["email"] === undefined ? await fetchUserInfo(config, tokens.access_token, claims.sub) : claims;
      return reported["email_verified"] === true && typeof reported["email"] === "string"
        ? reported["email"]
        : undefined;
    },
  };
}
