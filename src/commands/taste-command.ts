import type { Engine } from "../engine/engine.js";
import { commandContext } from "../context.js";
import { createTasteStore, type Owner } from "../personalization/taste-store.js";
import type { TasteKind } from "../personalization/taste/document.js";
import { forget as forgetTaste } from "../personalization/taste/correct.js";
import { type TasteView, viewTaste } from "../personalization/taste/view.js";
import { getStorefront } from "../storefront/clients.js";
import { columns } from "./output.js";
import { CommandError } from "./command-error.js";
import { compileSchema } from "../schema/validator.js";
import { illFormedString } from "../lib/well-formed.js";
import { eraseShopper } from "../shoppers/erase.js";
import { ERASE_REQUEST, type EraseBody, erasedIn, type Erasure } from "../shoppers/erasure.js";

export interface TasteOptions {
  readonly client: string;
  /** Both unless given: a name may be a device's and a user's. */
  readonly kind?: TasteKind;
}

const ownersOf = (name: string, { client, kind }: TasteOptions): Owner[] =>
  (kind === undefined ? (["device", "user"] as const) : [kind]).map((one) => ({
    client_id: client,
    kind: one,
    id: name,
  }));

/**
 * Formats the taste of a device or user as a table.
 * @throws CommandError when there is no such client or nothing is known
 */
export async function showTasteCommand(
  engine: Engine,
  name: string,
  options: TasteOptions & { json: boolean },
): Promise<string> {
  await checkClient(engine, options.client);
  const documents = await storeOf(engine).load(ownersOf(name, options));
  const views = documents.flatMap((document) =>
    document === undefined ? [] : [{ kind: document.kind, ...viewTaste(document) }],
  );
  if (options.json) return JSON.stringify(views, null, 2);
  if (views.length === 0) throw new CommandError(`nothing is known of ${name} at ${options.client}`);
  return views.map((view) => table(name, view)).join("\n\n");
}

/** Erases what is known, and leaves word that what happened until now must not be learnt again. */
export async function forgetTasteCommand(engine: Engine, name: string, options: TasteOptions): Promise<string> {
  await checkClient(engine, options.client);
  const store = storeOf(engine);
  const owners = ownersOf(name, options);
  const known = (await store.load(owners)).flatMap((document) => (document === undefined ? [] : [document.kind]));
  const now = Date.now();
  await store.change(owners, (_owner, before) => forgetTaste(before, now));
  const what = known.length === 0 ? "Nothing was known" : `The taste of the ${known.join(" and the ")} is gone`;
  return `${what}; events of ${name} from before ${new Date(now).toISOString()} will not be learnt.`;
}

async function checkClient(engine: Engine, clientId: string): Promise<void> {
  const storefront = await getStorefront({ engine }, clientId);
  if (storefront === undefined) throw new CommandError(`there is no client ${clientId}`);
}

const storeOf = (engine: Engine) => createTasteStore(commandContext(engine));

function table(name: string, view: TasteView & { readonly kind: TasteKind }): string {
  const { kind, learnt_until, forgotten_at, tokens, muted, recent_products } = view;
  const head = [
    `${kind} ${name}`,
    `  learnt until  ${learnt_until ?? "nothing learnt"}`,
    ...(forgotten_at === null ? [] : [`  forgotten     everything until ${forgotten_at}`]),
    ...(muted.length === 0 ? [] : [`  muted         ${muted.join(", ")}`]),
  ];
  const likes = tokens.map(({ field, label, weight }) => [field, label, weight.toFixed(3)]);
  const products = recent_products.map((one) => [one.product_identifier, one.interest.toFixed(3), one.last_event_at]);
  return [...head, ...section("likes", likes), ...section("products", products)].join("\n");
}

function section(title: string, rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  return [`  ${title}`, ...columns(rows).map((line) => `    ${line}`)];
}

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
  const context = commandContext(engine);
  const erasure = await eraseShopper(context, createTasteStore(context), erasedIn(client, body));
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
