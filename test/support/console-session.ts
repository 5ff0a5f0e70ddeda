import type { Service } from "../../src/bootstrap.js";

/** An answer of the console's interface. */
export interface ConsoleAnswer<T = Record<string, unknown>> {
  readonly status: number;
  readonly data: T;
  readonly error: { readonly code: string; readonly message: string; readonly context: Record<string, unknown> };
}

/** Asks the console's interface as somebody who is signed in. Paths are below `/console/api/`. */
export interface ConsoleSession {
  <T = Record<string, unknown>>(method: string, path: string, body?: object): Promise<ConsoleAnswer<T>>;
  /** What a POST answers as lines of JSON. */
  readonly lines: (path: string, body: object) => Promise<readonly unknown[]>;
  /** The answer's text, whatever it is. */
  readonly download: (path: string) => Promise<{ readonly headers: Headers; readonly text: string }>;
}

/** @throws Error when the key does not open the console */
export async function signIn(
  { base_url }: Pick<Service, "base_url">,
  key: string,
  author: string,
): Promise<ConsoleSession> {
  const call = async (method: string, path: string, headers: Record<string, string>, body?: object) =>
    fetch(`${base_url}/console/api/${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const response = await call("POST", "session", {}, { key, author });
  if (response.status !== 200) throw new Error(`signing in was answered ${response.status}`);
  const { data } = (await response.json()) as { data: { csrf_token: string } };
  const Cookie = (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const asked = (method: string, path: string, body?: object) =>
    call(method, path, { Cookie, "X-CSRF-Token": data.csrf_token }, body);
  const ask = async <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: object,
  ): Promise<ConsoleAnswer<T>> => {
    const answer = await asked(method, path, body);
    const json = (await answer.json()) as { data: T; errors: readonly ConsoleAnswer["error"][] | null };
    return { status: answer.status, data: json.data, error: json.errors?.[0] as ConsoleAnswer["error"] };
  };
  return Object.assign(ask, {
    lines: async (path: string, body: object) =>
      (await (await asked("POST", path, body)).text())
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
    download: async (path: string) => {
      const answer = await asked("GET", path);
      return { headers: answer.headers, text: await answer.text() };
    },
  });
}
