import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import type { EditProps } from "../../parts/page.js";
import { useSession } from "../../parts/session.js";

export function Json({ configuration, onChange }: EditProps) {
  const { may } = useSession();
  const [text, setText] = useState<string | null>(null);
  const parsed = text === null ? configuration : parsedObject(text);
  return (
    <Stack>
      <Text>
        All settings that differ from the defaults. After saving, validation errors are listed under “Changes”.
      </Text>
      <Textarea
        label="Configuration as JSON"
        autosize
        minRows={12}
        maxRows={40}
        spellCheck={false}
        readOnly={!may("editor")}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        value={text ?? JSON.stringify(configuration, null, 2)}
        error={parsed === null ? "Enter a valid JSON object" : undefined}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {may("editor") && (
        <Group>
          <Button
            disabled={text === null || parsed === null}
            onClick={() => {
              if (parsed !== null) onChange(parsed);
              setText(null);
            }}
          >
            Save
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Parses a JSON object. Returns `null` if the text is not a JSON object. */
function parsedObject(text: string): ConfigurationDocument | null {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
