import type { Role } from "../../console/server/people/roles.js";
import type { Service } from "../../src/bootstrap.js";
import { hashKey } from "../../src/storefront/keys.js";

/** A response of the console API. */
export interface ConsoleResponse<T = Record<string, unknown>> {
  readonly status: number;
  readonly data: T;
  readonly error: { readonly code: string; readonly message: string; readonly context: Record<string, unknown> };
}

/**
 * Calls the console API as a signed-in user. Paths are relative to `/console/api/`. The request body is JSON, or a
 * `Blob` with its content type.
 */
export interface ConsoleSession {
  <T = Record<string, unknown>>(method: string, path: string, body?: object): Promise<ConsoleResponse<T>>;
  /** Sends a request and returns the raw response. */
  readonly answered: (method: string, path: string, body?: object) => Promise<Response>;
  /** Sends a POST request and parses the response as lines of JSON. */
  readonly lines: (path: string, body: object) => Promise<readonly unknown[]>;
  /** Requests a path and returns the headers and the text of the response. */
  readonly download: (path: string) => Promise<{ readonly headers: Headers; readonly text: string }>;
}

/** Sign-in credentials, see `ensureMember`. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Credentials of a user with this name in the console of the key's shop. */
export const credentialsOf = (key: string, author: string): Credentials => ({
  // The hash is hex-encoded: base64url may contain "_" or end with "-", and browsers reject such domains in email fields.
  email: `${author.toLowerCase().replace(/[^a-z0-9]+/g, "-")}@${Buffer.from(hashKey(key)).toString("hex").slice(0, 16)}.example`,
  password: "a password for tests",
});

const post = (base_url: string, path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${base_url}/console/api/${path}`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

/**
 * Sends an invitation for a user, authorized by the private key.
 * @returns the token in the invitation link, which follows the `#`
 */
export async function inviteByKey(base_url: string, key: string, invited: object): Promise<string> {
  const response = await post(base_url, "invitations", invited, { "X-SERVICE-API-KEY": key });
  if (response.status !== 201) throw new Error(`the invitation was answered ${response.status}`);
  const { data } = (await response.json()) as { data: { path: string } };
  return data.path.split("#")[1] ?? "";
}

/**
 * Signs a user in. If the user does not exist yet, first invites the user with the private key.
 * @throws Error if signing in fails
 */
export async function ensureMember(base_url: string, key: string, author: string, role: Role = "owner") {
  const { email, password } = credentialsOf(key, author);
  const known = await post(base_url, "session", { email, password });
  if (known.status === 200) return known;
  const token = await inviteByKey(base_url, key, { email, name: author, role });
  const joined = await post(base_url, "session/join", { token, password });
  if (joined.status !== 200) throw new Error(`joining was answered ${joined.status}`);
  return joined;
}

/** Signs in as a user with this name and returns the session, see `ensureMember`. */
export async function signIn(
  { base_url }: Pick<Service, "base_url">,
  key: string,
  author: string,
  role?: Role,
): Promise<ConsoleSession> {
  const response = await ensureMember(base_url, key, author, role);
  const { data } = (await response.json()) as { data: { csrf_token: string } };
  const Cookie = (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const call = async (method: string, path: string, headers: Record<string, string>, body?: object) =>
    fetch(`${base_url}/console/api/${path}`, {
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { "Content-Type": body instanceof Blob ? body.type : "application/json" }),
      },
      ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    });
  const requested = (method: string, path: string, body?: object) =>
    call(method, path, { Cookie, "X-CSRF-Token": data.csrf_token }, body);
  const request = async <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: object,
  ): Promise<ConsoleResponse<T>> => {
    const result = await requested(method, path, body);
    const json = (await result.json()) as { data: T; errors: readonly ConsoleResponse["error"][] | null };
    return { status: result.status, data: json.data, error: json.errors?.[0] as ConsoleResponse["error"] };
  };
  return Object.assign(request, {
    answered: requested,
    lines: async (path: string, body: object) =>
      (await (await requested("POST", path, body)).text())
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
    download: async (path: string) => {
      const result = await requested("GET", path);
      return { headers: result.headers, text: await result.text() };
    },
  });
}
