import { SETTINGS } from "../config.js";

/** The settings as lines: name, default, what it does. */
export function settingsHelp(): string {
  return Object.values(SETTINGS)
    .map((setting) => {
      const fallback = "default" in setting ? ` [${setting.default}]` : "";
      return `  ${setting.name.padEnd(32)} ${setting.description}${fallback}`;
    })
    .join("\n");
}
