import { expect } from "chai";
import type { StreamLine } from "../../src/console/stream.js";
import type { AddedClient } from "../../src/storefront/clients.js";
import type { Service } from "../../src/bootstrap.js";

/** What somebody who is signed in to the console asks. Paths are below `/console/api/`. */
export interface SignedIn {
  get<T>(path: string): Promise<ConsoleAnswer<T>>;
  post<T>(path: string, body?: object): Promise<ConsoleAnswer<T>>;
  /** All lines of a streamed answer. */
  stream<T>(path: string): Promise<StreamLine<T>[]>;
  /** The answer's text, whatever it is. */
  download(path: string): Promise<{ readonly headers: Headers; readonly text: string }>;
}

export interface ConsoleAnswer<T> {
  readonly status: number;
  readonly data: T;
  readonly code: string | undefined;
  readonly message: string | undefined;
}

/** Signs in with the private key of a client. */
export async function signIn(
  { base_url }: Pick<Service, "base_url">,
  { private_key }: Pick<AddedClient, "private_key">,
): Promise<SignedIn> {
  const json = { "Content-Type": "application/json" };
  const begun = await fetch(`${base_url}/console/api/session`, {
    ...{ method: "POST", headers: json, body: JSON.stringify({ key: private_key, author: "Anna" }) },
  });
  expect(begun.status).to.equal(200);
  const { data } = (await begun.json()) as { data: { csrf_token: string } };
  const cookie = begun.headers.get("set-cookie")?.split(";")[0] ?? "";
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${base_url}/console/api/${path}`, {
      ...init,
      headers: { ...json, Cookie: cookie, "X-CSRF-Token": data.csrf_token },
    });
  const answered = async <T>(response: Response): Promise<ConsoleAnswer<T>> => {
    const body = (await response.json()) as { data: T; errors: readonly { code: string; message: string }[] | null };
    const [error] = body.errors ?? [];
    return { status: response.status, data: body.data, code: error?.code, message: error?.message };
  };
  const post = (path: string, body: object = {}) => send(path, { method: "POST", body: JSON.stringify(body) });
  return {
    get: async (path) => answered(await send(path)),
    post: async (path, body) => answered(await post(path, body)),
    stream: async <T>(path: string) =>
      (await (await post(path)).text())
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as StreamLine<T>),
    download: async (path) => {
      const response = await send(path);
      return { headers: response.headers, text: await response.text() };
    },
  };
}
