import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from "node:crypto";
import { promisify } from "node:util";
import pLimit from "p-limit";
import { ServiceError } from "../../../src/errors.js";

/** As OWASP's cheat sheet on storing passwords has it for 32 MiB. */
const COST = { N: 2 ** 15, r: 8, p: 3 };
const HASH_BYTES = 32;
/** Each takes 32 MiB and a thread of the pool that files need, too; who waits behind many is sent away. */
const atOnce = pLimit(2);
const MOST_WAITING = 20;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** The text that is stored of a password: `scrypt$N$r$p$salt$hash`, so that a later release may make it dearer. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derived(password, salt, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

/** Whether a password is the stored one. Takes as long where there is none, so that nobody learns who has one. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const [, N, r, p, salt = "", hash = ""] = (stored ?? NOBODYS).split("$");
  const wanted = Buffer.from(hash, "base64url");
  const given = await derived(password, Buffer.from(salt, "base64url"), { N: Number(N), r: Number(r), p: Number(p) });
  return timingSafeEqual(given, wanted) && stored != null;
}

const NOBODYS = `scrypt$${COST.N}$${COST.r}$${COST.p}$${"A".repeat(22)}$${Buffer.alloc(HASH_BYTES).toString("base64url")}`;

/** @throws ServiceError rate_limited while too many others are checked */
function derived(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  if (atOnce.pendingCount >= MOST_WAITING) {
    throw new ServiceError("rate_limited", "too many people sign in at once; try again in a moment");
  }
  // The same letters typed on another keyboard may have other code points.
  const text = password.normalize("NFKC");
  return atOnce(() => derive(text, salt, HASH_BYTES, { ...cost, maxmem: 160 * cost.N * cost.r }));
}
