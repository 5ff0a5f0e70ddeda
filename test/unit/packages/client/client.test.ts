import { expect } from "chai";
import {
  AuthenticationError,
  createClient,
  ExpiredCursorError,
  InternalError,
  NetworkError,
  NotFoundError,
  RateLimitedError,
  signUserId,
  TimeoutError,
  UnavailableError,
  ValidationError,
  VitrineError,
  type ClientOptions,
} from "@vitrine/client";
import { signUser } from "../../../support/sign-user.js";

type Sent = readonly [url: string, init: RequestInit & { readonly body?: string }];

/** Returns a fake `fetch` that returns these responses in order and repeats the last response. */
function scripted(...responses: readonly (() => Promise<Response> | Response)[]) {
  const sent: Sent[] = [];
  const fetch = (...[url, init]: Sent): Promise<Response> => {
    sent.push([url, init]);
    const response = responses[Math.min(sent.length, responses.length) - 1]!;
    return Promise.resolve().then(response);
  };
  return { sent, fetch: fetch as typeof globalThis.fetch };
}

const ok = (body: unknown) => () => new Response(JSON.stringify(body));
const refusal =
  (status: number, code: string, headers: Record<string, string> = {}, context: object | null = null) =>
  () =>
    new Response(JSON.stringify({ errors: [{ code, message: `it is ${code}`, context, extra: null }] }), {
      status,
      headers: { "X-Request-Id": "request-1", ...headers },
    });
const lost = () => Promise.reject(new TypeError("fetch failed"));

const QUICK = { attempts: 3, baseMs: 1, maxMs: 1 };
const clientOf = (fetch: typeof globalThis.fetch, more: Partial<ClientOptions> = {}) =>
  createClient({
    url: "https://search.shop.example/",
    clientId: "a shop",
    publicKey: "pk_1",
    retries: QUICK,
    fetch,
    ...more,
  });
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "no failure",
    (error: unknown) => error,
  );

describe("the client", () => {
  it("the API client sends requests with its client id, its API key and the user", async () => {
    const { sent, fetch } = scripted(ok({}));
    const client = clientOf(fetch, { user: () => ({ device_id: "device", user_id: "ada" }) });
    await client.search({ query: "coat", limit: 3 });
    await client.suggest({ query: "co", user: { device_id: "another" } });
    await client.recommend({ profile: "similar", seed: { product_identifiers: ["1"] } });
    await client.slots({ placement: "home" });
    await client.correctTaste({ mute: ["red"] });
    await client.taste();
    await client.forgetTaste();
    const user = { device_id: "device", user_id: "ada" };
    const at = (path: string) => `https://search.shop.example/v2/${path}service_api_client=a%20shop`;
    const key = { "X-SERVICE-API-KEY": "pk_1" };
    const posted = (body: object) => ({
      method: "POST",
      headers: { ...key, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(
      sent.map(([url, { method, headers, body }]) => [url, { method, headers, ...(body && { body }) }]),
    ).to.deep.equal([
      [at("recommendations/search?"), posted({ user, query: "coat", limit: 3 })],
      [at("recommendations/suggest?"), posted({ user: { device_id: "another" }, query: "co" })],
      [at("recommendations/query?"), posted({ user, profile: "similar", seed: { product_identifiers: ["1"] } })],
      [at("recommendations/query/slots?"), posted({ user, placement: "home" })],
      [at("taste?device_id=device&"), { ...posted({ mute: ["red"] }), method: "PATCH" }],
      [at("taste?device_id=device&"), { method: "GET", headers: key }],
      [at("taste?device_id=device&"), { method: "DELETE", headers: key }],
    ]);
  });

  it("the API client sends anonymous requests if no user is set", async () => {
    const { sent, fetch } = scripted(ok({}));
    await clientOf(fetch).search();
    expect(sent[0]?.[1].body).to.equal('{"user":{"device_id":"anonymous"}}');
  });

  it("the API client throws a different error class for each type of error, with all details of the response", async () => {
    const of = async (response: () => Response) => {
      const error = await failureOf(clientOf(scripted(response).fetch, { retries: { attempts: 1 } }).search());
      expect(error).to.be.instanceOf(VitrineError);
      const { name, code, status, requestId, context, retryAfterMs, isTemporary, message } = error as VitrineError;
      return {
        kind: (error as object).constructor,
        name,
        code,
        status,
        requestId,
        context,
        retryAfterMs,
        isTemporary,
        message,
      };
    };
    const reported = (kind: { readonly name: string }, status: number, code: string, isTemporary: boolean) => ({
      kind,
      name: kind.name,
      code,
      status,
      requestId: "request-1",
      context: null,
      retryAfterMs: null,
      isTemporary,
      message: `it is ${code}`,
    });
    const field = { field: "sort" };
    expect(await of(refusal(400, "validation_error", {}, field))).to.deep.equal({
      ...reported(ValidationError, 400, "validation_error", false),
      context: field,
    });
    for (const [status, code, kind, isTemporary] of [
      [401, "unauthorized", AuthenticationError, false],
      [403, "forbidden", AuthenticationError, false],
      [404, "not_found", NotFoundError, false],
      [404, "unknown_page", ExpiredCursorError, false],
      [408, "request_timeout", UnavailableError, true],
      [413, "payload_too_large", ValidationError, false],
      [429, "rate_limited", RateLimitedError, true],
      [500, "internal_error", InternalError, false],
      [503, "internal_error", UnavailableError, true],
    ] as const) {
      expect(await of(refusal(status, code))).to.deep.equal(reported(kind, status, code, isTemporary));
    }
    expect(await of(refusal(503, "internal_error", { "Retry-After": "2" }))).to.have.property("retryAfterMs", 2_000);
    expect(await of(() => new Response("<html>", { status: 502 }))).to.deep.equal({
      ...reported(UnavailableError, 502, "internal_error", true),
      requestId: null,
      message: "the service returned status 502",
    });
    const refused = await failureOf(clientOf(scripted(refusal(400, "validation_error", {}, field)).fetch).search());
    expect((refused as ValidationError).field).to.equal("sort");
  });

  it("the API client retries only requests that may succeed later", async () => {
    const away = scripted(lost, refusal(503, "internal_error"), ok({ total: 1 }));
    expect(await clientOf(away.fetch).search()).to.deep.equal({ total: 1 });
    expect(away.sent).to.have.length(3);
    const gone = scripted(lost);
    expect(await failureOf(clientOf(gone.fetch).search())).to.be.instanceOf(NetworkError);
    expect(gone.sent).to.have.length(3);
    for (const response of [
      refusal(400, "validation_error"),
      refusal(401, "unauthorized"),
      refusal(500, "internal_error"),
    ]) {
      const refused = scripted(response);
      await failureOf(clientOf(refused.fetch).search());
      expect(refused.sent).to.have.length(1);
    }
  });

  it("the API client fails immediately if Retry-After exceeds the total retry time", async () => {
    const { sent, fetch } = scripted(refusal(429, "rate_limited", { "Retry-After": "60" }));
    expect(await failureOf(clientOf(fetch).search())).to.have.property("retryAfterMs", 60_000);
    expect(sent).to.have.length(1);
  });

  it("the API client throws a TimeoutError if no response arrives in time", async () => {
    const never: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
      });
    const failure = await failureOf(clientOf(never, { timeoutMs: 5, retries: { attempts: 1 } }).search());
    expect(failure).to.be.instanceOf(TimeoutError);
  });

  it("the API client rejects an aborted request with the reason of the abort signal", async () => {
    const reason = new Error("the shopper has left");
    const { sent, fetch } = scripted(ok({}));
    expect(await failureOf(clientOf(fetch).search({}, { signal: AbortSignal.abort(reason) }))).to.equal(reason);
    expect(sent).to.have.length(0);

    const during = new AbortController();
    const hanging: typeof globalThis.fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
        during.abort(reason);
      });
    expect(await failureOf(clientOf(hanging).search({}, { signal: during.signal }))).to.equal(reason);

    const between = new AbortController();
    const busy = scripted(() => {
      setImmediate(() => between.abort(reason));
      return refusal(503, "internal_error", { "Retry-After": "10" })();
    });
    const listing = clientOf(busy.fetch).listing({}, { signal: between.signal });
    expect(await failureOf(listing.next())).to.equal(reason);
    expect(busy.sent).to.have.length(1);
  });

  it("the API client sends the cursor instead of the query in requests for later pages of a listing", async () => {
    const response = (id: string, page: number, has_more: boolean) =>
      ok({ recommendation_id: id, pagination: { page, has_more, last_page: 2 }, items: [{ product_identifier: id }] });
    const { sent, fetch } = scripted(response("a", 1, true), response("b", 2, false));
    const products: string[] = [];
    for await (const item of clientOf(fetch)
      .listing({ query: "coat", limit: 1, projection: ["name"] })
      .items()) {
      products.push(item.product_identifier);
    }
    const user = { device_id: "anonymous" };
    expect(products).to.deep.equal(["a", "b"]);
    expect(sent.map(([, { body }]) => JSON.parse(body ?? "") as unknown)).to.deep.equal([
      { user, query: "coat", limit: 1, projection: ["name"] },
      { user, limit: 1, pagination: { page: 2, cursor: "a" } },
    ]);
  });

  it("signUserId returns the signature that the service expects", async () => {
    for (const userId of ["ada", "ünï.cödé", "a b"]) {
      expect(await signUserId("sk_secret", userId)).to.equal(signUser("sk_secret", userId));
    }
  });
});
