import { Stack, Text, Textarea } from "@mantine/core";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import type { Editing } from "./use-draft.js";

interface EverythingProps {
  readonly configuration: ConfigurationDocument;
  /** Edited text, which may be invalid JSON. `undefined` if the document is not being edited as text. */
  readonly text: string | undefined;
  readonly edit: Editing["edit"];
}

/** Tab for editing the whole configuration as JSON. */
export function EverythingTab({ configuration, text, edit }: EverythingProps) {
  const shown = text ?? JSON.stringify(configuration, null, 2);
  const isWrong = text !== undefined && !isText(text);
  return (
    <Stack>
      <Text size="sm">All settings that are not defaults. Mistakes are told by their places once it is saved.</Text>
      <Textarea
        label="The configuration as JSON"
        autosize
        minRows={12}
        maxRows={40}
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        value={shown}
        error={isWrong ? "This is not a JSON object, so it cannot be saved" : undefined}
        onChange={({ currentTarget: { value } }) =>
          edit(
            isText(value)
              ? { text: value, configuration: JSON.parse(value) as ConfigurationDocument }
              : { text: value },
          )
        }
      />
    </Stack>
  );
}

/** Returns whether a text is a JSON object. */
export function isText(text: string): boolean {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
