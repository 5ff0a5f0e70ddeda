import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from "node:crypto";
import { promisify } from "node:util";
import pLimit from "p-limit";
import { ServiceError } from "../../../src/errors.js";

/** scrypt parameters for 32 MiB of memory, as recommended by OWASP's password storage cheat sheet. */
const COST = { N: 2 ** 15, r: 8, p: 3 };
const HASH_BYTES = 32;
/**
 * Limit for the number of concurrent hash computations. A computation takes 32 MiB of memory and a thread of the thread
 * pool, which file access also uses. Requests are rejected if more than `MOST_WAITING` computations wait.
 */
const atOnce = pLimit(2);
const MOST_WAITING = 20;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/**
 * Returns the stored form of a password: `scrypt$N$r$p$salt$hash`. The stored form contains the scrypt parameters, so
 * that the parameters for new passwords can be increased later.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derived(password, salt, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

/**
 * Compares a password with the stored hash. The comparison takes the same time if there is no stored hash, so that
 * response times do not reveal which accounts exist.
 */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const [, N, r, p, salt = "", hash = ""] = (stored ?? DUMMY_HASH).split("$");
  const wanted = Buffer.from(hash, "base64url");
  const given = await derived(password, Buffer.from(salt, "base64url"), { N: Number(N), r: Number(r), p: Number(p) });
  return timingSafeEqual(given, wanted) && stored != null;
}

const DUMMY_HASH = `scrypt$${COST.N}$${COST.r}$${COST.p}$${"A".repeat(22)}$${Buffer.alloc(HASH_BYTES).toString("base64url")}`;

/**
 * Derives the hash of a password.
 * @throws {ServiceError} `rate_limited` if too many hash computations are waiting
 */
function derived(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  if (atOnce.pendingCount >= MOST_WAITING) {
    throw new ServiceError("rate_limited", "too many sign-ins at once; try again in a moment");
  }
  // Normalizes the password, because keyboards may produce different code points for the same letters.
  const text = password.normalize("NFKC");
  return atOnce(() => derive(text, salt, HASH_BYTES, { ...cost, maxmem: 160 * cost.N * cost.r }));
}
