import { expect } from "chai";
import { api, onSessionEnded, setSession } from "../../../console/api.js";
import type { SessionView } from "../../../console/server/session/views.js";

const view = (csrf_token: string) => ({ csrf_token }) as SessionView;

const json = (status: number, data: unknown) => new Response(JSON.stringify({ data, errors: null }), { status });

describe("the API client of the console", () => {
  const { fetch } = globalThis;
  let requested = 0;
  /** Functions that release the pending responses of the fake server. */
  let letGo: (() => void)[] = [];

  beforeEach(() => {
    [requested, letGo] = [0, []];
    setSession(view("old"));
    onSessionEnded(() => {
      requested += 1;
      setSession(view("new"));
      return Promise.resolve();
    });
    globalThis.fetch = (_url, init) =>
      new Promise((resolve) => {
        const isOld = new Headers(init?.headers).get("X-CSRF-Token") === "old";
        letGo.push(() => resolve(isOld ? json(401, null) : json(200, "fine")));
      });
  });
  after(() => {
    globalThis.fetch = fetch;
    setSession(undefined);
    onSessionEnded(undefined);
  });

  async function letNextGo() {
    letGo.shift()?.();
    await new Promise(setImmediate);
  }

  it("the API client of the console repeats a request after sign-in if the session has ended", async () => {
    const response = api.get("facets");
    await letNextGo();
    await letNextGo();
    expect(await response).to.equal("fine");
    expect(requested).to.equal(1);
  });

  it("the API client of the console does not ask for sign-in if a new session started after the request was sent", async () => {
    const [first, second] = [api.get("facets"), api.get("orders")];
    const held = letGo.pop();
    await letNextGo();
    await letNextGo();
    expect(await first).to.equal("fine");
    held?.();
    await new Promise(setImmediate);
    await letNextGo();
    expect(await second).to.equal("fine");
    expect(requested).to.equal(1);
  });
});
