import type { Engine } from "../engine/engine.js";
import { checkConfiguration } from "../storefront/check-configuration.js";
import { getStorefront, putConfiguration } from "../storefront/clients.js";
import { CommandError } from "./command-error.js";

export async function show(engine: Engine, clientId: string): Promise<string> {
  const storefront = await getStorefront({ engine }, clientId);
  if (storefront === undefined) throw new CommandError(`there is no client ${clientId}`);
  return JSON.stringify(storefront.configuration, null, 2);
}

/** @throws CommandError that lists every mistake with its path */
export function check(text: string): string {
  checked(text);
  return "The configuration is valid.";
}

/** @throws CommandError that lists every mistake with its path; the old configuration stays in force */
export async function apply(engine: Engine, clientId: string, text: string): Promise<string> {
  await putConfiguration({ engine, now: () => new Date() }, clientId, checked(text));
  return `The configuration of ${clientId} is in force within two seconds.`;
}

function checked(text: string): unknown {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new CommandError(`the configuration is not JSON: ${(error as Error).message}`, { cause: error });
  }
  const result = checkConfiguration(json);
  if (!("mistakes" in result)) return json;
  const lines = result.mistakes.map(({ path, message }) => `  ${path === "" ? "" : `${path}: `}${message}`);
  throw new CommandError(["The configuration has mistakes:", ...lines].join("\n"));
}
