import type { Config } from "../config.js";
import type { Engine } from "../engine/engine.js";
import { templateOptions } from "../composition/maintenance-domain.js";
import { surveyIndices } from "../engine/migrations/index-survey.js";
import { applyTemplates, templateStatus, TEMPLATES_FOLDER } from "../engine/templates.js";
import { indexLines } from "./migrate-command.js";
import { section } from "./text-change.js";

/** A line for each template, whether the engine has it as its file is, and for each index, whether it is as its template is. */
export async function templateStatusCommand(engine: Engine, config: Config): Promise<string> {
  const options = await templateOptions(engine, config);
  const templates = await templateStatus(engine, TEMPLATES_FOLDER, options);
  const indices = await indexLines(engine, await surveyIndices(engine, TEMPLATES_FOLDER, options));
  const lines = templates.map(({ name, state, hash }) => `${state.padEnd(8)} ${name}  ${hash}`);
  return ["Templates", ...lines, "Indices", ...indices].join("\n");
}

/** Lists the changes that installing the files would make to each template. */
export async function diffTemplatesCommand(engine: Engine, config: Config): Promise<string> {
  const templates = await templateStatus(engine, TEMPLATES_FOLDER, await templateOptions(engine, config));
  const lines = templates.flatMap(({ name, state, differences }) =>
    state === "missing" ? [`${name} would be new.`] : section(name, differences),
  );
  return lines.length === 0 ? "All templates are current." : lines.join("\n");
}

export async function applyTemplatesCommand(engine: Engine, config: Config): Promise<string> {
  const installed = await applyTemplates(engine, TEMPLATES_FOLDER, await templateOptions(engine, config));
  if (installed.length === 0) return "All templates are current.";
  return `Installed: ${installed.join(", ")}. Indices take them with the next start, or with: vitrine migrate`;
}
