const text = new TextEncoder();

/**
 * The signed user id that a shop's server hands to its pages, where the storefront's `signed_user_ids` is on: the id, a dot,
 * and its HMAC-SHA256 under the SHA-256 of the private key, both in base64url. For servers: pages never have a private key.
 */
export async function signUserId(privateKey: string, userId: string): Promise<string> {
  const hash = base64url(await crypto.subtle.digest("SHA-256", text.encode(privateKey)));
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", text.encode(hash), algorithm, false, ["sign"]);
  return `${userId}.${base64url(await crypto.subtle.sign("HMAC", key, text.encode(userId)))}`;
}

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
