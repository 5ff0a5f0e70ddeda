const text = new TextEncoder();

/**
 * Signs a user id on the shop's server, for storefronts with `signed_user_ids`. The result is the id, a dot, and the
 * id's HMAC-SHA256 in base64url. The HMAC key is the SHA-256 of the private key in base64url. Never call this function
 * in a browser: the private key must stay on the server.
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
