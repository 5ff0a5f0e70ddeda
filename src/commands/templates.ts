import type { Config } from "../config.js";
import type { Engine } from "../engine/engine.js";
import { applyTemplates, templateStatus, TEMPLATES_FOLDER, type TemplateOptions } from "../engine/templates.js";
import { section } from "./text-change.js";
import { languagesInUse } from "../storefront/clients.js";

/** A line for each template: whether the engine has it as its file is. */
export async function status(engine: Engine, config: Config): Promise<string> {
  const templates = await templateStatus(engine, TEMPLATES_FOLDER, await options(engine, config));
  return templates.map(({ name, state, hash }) => `${state.padEnd(8)} ${name}  ${hash}`).join("\n");
}

/** What installing the files would change of each template. */
export async function diff(engine: Engine, config: Config): Promise<string> {
  const templates = await templateStatus(engine, TEMPLATES_FOLDER, await options(engine, config));
  const lines = templates.flatMap(({ name, state, differences }) =>
    state === "missing" ? [`${name} would be new.`] : section(name, differences),
  );
  return lines.length === 0 ? "All templates are current." : lines.join("\n");
}

export async function apply(engine: Engine, config: Config): Promise<string> {
  const installed = await applyTemplates(engine, TEMPLATES_FOLDER, await options(engine, config));
  if (installed.length === 0) return "All templates are current.";
  return `Installed: ${installed.join(", ")}. Catalogues take them with their next soft_replace, or with: vitrine templates apply CLIENT`;
}

const options = async (engine: Engine, config: Config): Promise<TemplateOptions> => ({
  languages: await languagesInUse({ engine }),
  shards: config.opensearchShards,
});
