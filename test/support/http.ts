import { connect } from "node:net";

export interface ResponseBody {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Sends a request with `fetch` and parses the response as JSON unless it is empty. */
export async function fetchJson(url: string, init: RequestInit = {}): Promise<ResponseBody> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
}

/** Sends raw bytes and returns everything received until the connection closes. */
export function exchange(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("close", () => resolve(Buffer.concat(chunks).toString("utf8")));
    socket.on("error", reject);
  });
}
