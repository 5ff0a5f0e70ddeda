import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { ConfigurationDocument } from "../../src/storefront/configuration.js";
import { useWorkingDraft } from "./working-draft.js";

export const Page = ({ title, about, children }: { title: string; about?: string; children: ReactNode }) => (
  <Stack>
    <div>
      <Title order={1} size="h2">
        {title}
      </Title>
      {about !== undefined && (
        <Text c="dimmed" maw={720}>
          {about}
        </Text>
      )}
    </div>
    {children}
  </Stack>
);

export interface EditProps {
  readonly configuration: ConfigurationDocument;
  readonly live: ConfigurationDocument;
  readonly onChange: (configuration: ConfigurationDocument) => void;
}

export function useEditing(): EditProps {
  const { configuration, live, change } = useWorkingDraft();
  return { configuration, live, onChange: (next) => void change(() => next) };
}
