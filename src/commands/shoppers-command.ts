import { Registry } from "prom-client";
import type { Engine } from "../engine/engine.js";
import { createMetrics } from "../observability/metrics.js";
import { createTasteStore } from "../personalization/taste-store.js";
import { compileSchema } from "../schema/validator.js";
import { illFormedString } from "../http/well-formed.js";
import { eraseShopper } from "../shoppers/erase.js";
import { ERASE_REQUEST, erasedIn, type EraseBody } from "../shoppers/erase-request.js";
import { getStorefront } from "../storefront/clients.js";
import { columns } from "./columns.js";
import { CommandError } from "./command-error.js";
import type { Erasure } from "../shoppers/erasure.js";

export interface EraseOptions {
  readonly client: string;
  readonly device?: string;
  readonly user?: string;
  readonly json: boolean;
}

const check = compileSchema(ERASE_REQUEST, { subject: "shopper", mistakes: "first" });

/**
 * Erases a shopper; services that run beside it follow within seconds.
 * @throws CommandError when there is no such client, or neither a device nor a user was given
 */
export async function eraseShopperCommand(
  engine: Engine,
  { client, device, user, json }: EraseOptions,
): Promise<string> {
  const body: EraseBody = {
    ...(device === undefined ? {} : { device_id: device }),
    ...(user === undefined ? {} : { user_id: user }),
  };
  if (device === undefined && user === undefined) throw new CommandError("give --device, --user or both");
  const [mistake] = check(body);
  if (mistake !== undefined) throw new CommandError(mistake.message);
  const illFormed = illFormedString(body);
  if (illFormed !== undefined) throw new CommandError(`\`${illFormed}\` holds a NUL or half of a surrogate pair`);
  if ((await getStorefront({ engine }, client)) === undefined) throw new CommandError(`there is no client ${client}`);
  const now = () => Date.now();
  const store = createTasteStore({
    engine,
    metrics: createMetrics(new Registry()).personalization,
    now,
    budgetMs: 30_000,
    onFailure: () => undefined,
  });
  const erasure = await eraseShopper({ engine, store, now }, erasedIn(client, body));
  return json ? JSON.stringify(erasure, null, 2) : report(erasure);
}

function report({ erased_at, removed, anonymized, forgotten_devices }: Erasure): string {
  const rows = [
    ...Object.entries(removed).map(([kind, count]) => ["removed", kind, String(count)]),
    ["made anonymous", "queries", String(anonymized.queries)],
    ["taste forgotten", "other devices", String(forgotten_devices)],
  ];
  return [
    ...columns(rows),
    `What happened before ${erased_at} is not taken any more. Services that run forget it within ten seconds.`,
  ].join("\n");
}
