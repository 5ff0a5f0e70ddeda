import { Alert, Card, Group, List, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useLocation } from "wouter";
import type { OpenedDraft } from "../../server/drafts/draft.js";
import { Changes } from "../../parts/changes.js";
import { Preview } from "../../parts/preview.js";
import { useSession } from "../../parts/session.js";
import { useWorkingDraft } from "../../parts/working-draft.js";
import { firstStart } from "./first-start.js";
import { Conflicts } from "./conflicts.js";
import { DeleteDraft } from "./drafts.js";
import { Publish } from "./publish.js";
import { RenameDraft } from "./rename-draft.js";
import { Action } from "../../parts/action.js";

export function Unpublished() {
  const { draft } = useWorkingDraft();
  const { may } = useSession();
  if (draft === null || (draft.changes.length === 0 && draft.conflicts.length === 0)) {
    return (
      <Card withBorder>
        <Stack align="flex-start">
          <Text>
            There are no unpublished changes.{" "}
            {may("editor") && "All changes that you make in the console are listed here until you publish them."}
          </Text>
          <Action label="Open the search preview" variant="filled" href="/console/preview" />
        </Stack>
      </Card>
    );
  }
  return <Opened key={draft.id} draft={draft} />;
}

function Opened({ draft }: { draft: OpenedDraft }) {
  const { may } = useSession();
  const [, navigate] = useLocation();
  const [dialog, setDialog] = useState<"rename" | "discard" | null>(null);
  const [now] = useState(Date.now);
  const close = () => setDialog(null);
  const isReady = draft.errors.length === 0 && draft.conflicts.length === 0;
  return (
    <Stack>
      <Group justify="space-between">
        <div>
          <Text size="md" fw={700}>
            {draft.title}
          </Text>
          <Text c="dimmed">Last changed by {draft.updated_by}</Text>
        </div>
        {may("editor") && (
          <Group gap="xs">
            <Action label="Rename" onClick={() => setDialog("rename")} />
            <Action label="Discard" onClick={() => setDialog("discard")} />
          </Group>
        )}
      </Group>
      <Conflicts draft={draft} />
      {draft.errors.length > 0 && (
        <Alert color="red" title="Correct these errors before publishing">
          <List size="sm">
            {draft.errors.slice(0, 20).map(({ path, message }, at) => (
              <List.Item key={at}>
                {path}: {message}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Card withBorder>
        <Changes changes={draft.changes} title="Changes to publish" />
      </Card>
      {isReady && <Publish draft={draft} onPublished={() => navigate("/console/changes?tab=versions")} />}
      <Card withBorder>
        <Preview draftId={draft.id} at={firstStart(draft, now)} />
      </Card>
      {dialog === "rename" && <RenameDraft draft={draft} onClose={close} />}
      {dialog === "discard" && <DeleteDraft draft={draft} changes={draft.changes.length} onClose={close} />}
    </Stack>
  );
}
