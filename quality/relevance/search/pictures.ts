/** Maximum size of a picture in bytes, because the report page contains hundreds of pictures. */
const MAX_BYTES = 300_000;
const AT_ONCE = 8;
const TIMEOUT_MS = 5_000;
/** Number of consecutive failures after which the network counts as unavailable. */
const MAX_FAILURES = 10;

/**
 * Fetches pictures for embedding.
 * @param addresses http or https URLs
 * @returns the data URLs by picture URL, without pictures that could not be fetched
 */
export async function fetchPictures(
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const pictures = new Map<string, string>();
  const waiting = new Set(addresses)[Symbol.iterator]();
  let failures = 0;
  const work = async () => {
    for (const address of waiting) {
      signal.throwIfAborted();
      if (failures >= MAX_FAILURES) return;
      const picture = await fetchPicture(address).catch(() => undefined);
      failures = picture === undefined ? failures + 1 : 0;
      if (picture !== undefined) pictures.set(address, picture);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return pictures;
}

async function fetchPicture(address: string): Promise<string | undefined> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const type = response.headers.get("content-type")?.split(";", 1)[0] ?? "";
  const isSmall = Number(response.headers.get("content-length") ?? 0) <= MAX_BYTES;
  if (!response.ok || !/^image\/[a-z0-9.+-]+$/.test(type) || !isSmall) {
    await response.body?.cancel();
    return undefined;
  }
  const bytes = Buffer.from(await response.arrayBuffer());
  return bytes.length > MAX_BYTES ? undefined : `data:${type};base64,${bytes.toString("base64")}`;
}
