/** Makes a function that takes everything secret out of a text before it is written anywhere. */
export function createRedaction(secrets: readonly string[]): (text: string) => string {
  const literal = [...new Set(secrets.flatMap(spellings))]
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let safe = text.replaceAll(KEY, "[redacted key]").replaceAll(URL_CREDENTIALS, "$1[redacted]@");
    for (const secret of literal) safe = safe.replaceAll(secret, "[redacted]");
    return safe;
  };
}

/** User information of a URL ("user:password"), its password alone, both also decoded. Empty for a URL without, and for no URL. */
export function credentialsOf(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const { username, password } = new URL(url);
  return [password, decodeURIComponent(password), ...(username === "" ? [] : [`${username}:${password}`])].filter(
    (secret) => secret !== "",
  );
}

/** Shorter ones would take ordinary words apart; the pattern for URLs still catches them where they usually stand. */
const SHORTEST_SECRET = 4;

/** A whole key wherever it stands, and the beginning of one where a word begins ("task_id" holds none). */
const KEY = /(?:pk|sk)_[A-Za-z0-9_-]{43}|\b(?:pk|sk)_[A-Za-z0-9_-]+/g;
const URL_CREDENTIALS = /([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@"]+@/gi;

/** A secret as itself and as it stands inside a JSON string. */
const spellings = (secret: string) => [secret, JSON.stringify(secret).slice(1, -1)];
