import { Badge, Button, Card, Group, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import type { DraftEntry, OpenedDraft } from "../../server/drafts/draft.js";
import { api } from "../../api.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { counted } from "../../parts/format-numbers.js";
import { shownMoment } from "../../parts/moments.js";
import { useSession } from "../../parts/session.js";
import { useWorkingDraft } from "../../parts/working-draft.js";
import { Action } from "../../parts/action.js";

export function Drafts() {
  const { drafts, draft: current, choose } = useWorkingDraft();
  const { may } = useSession();
  const [, navigate] = useLocation();
  const [isNew, setNew] = useState(false);
  const [doomed, setDoomed] = useState<DraftEntry | null>(null);
  return (
    <Stack>
      <Group justify="space-between">
        <Text>Each draft is a separate set of unpublished changes, for example to prepare a season.</Text>
        {may("editor") && <Button onClick={() => setNew(true)}>New draft</Button>}
      </Group>
      {drafts.length === 0 && (
        <Card withBorder>
          <Text>There are no drafts. Your first change creates one.</Text>
        </Card>
      )}
      {drafts.map((one) => (
        <Card key={one.id} withBorder padding="sm" component="section" aria-label={one.title}>
          <Group justify="space-between">
            <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
              <Group gap="xs">
                <Text size="md" fw={600}>
                  {one.title}
                </Text>
                {one.id === current?.id && <Badge tt="none">Current</Badge>}
              </Group>
              <Text c="dimmed">
                {counted(one.changes, "change")}, last by {one.updated_by}, {shownMoment(one.updated_at)}
              </Text>
            </div>
            <Group gap="xs">
              {one.id !== current?.id && (
                <Action
                  label="Open"
                  name={`Open ${one.title}`}
                  size="compact-sm"
                  onClick={() => {
                    choose(one.id);
                    navigate("/console/changes");
                  }}
                />
              )}
              {may("editor") && (
                <Action label="Delete" name={`Delete ${one.title}`} size="compact-sm" onClick={() => setDoomed(one)} />
              )}
            </Group>
          </Group>
        </Card>
      ))}
      {isNew && <NewDraft onClose={() => setNew(false)} />}
      {doomed !== null && <DeleteDraft draft={doomed} changes={doomed.changes} onClose={() => setDoomed(null)} />}
    </Stack>
  );
}

function NewDraft({ onClose }: { onClose: () => void }) {
  const [title, setTitle] = useState("");
  const { choose } = useWorkingDraft();
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: () => api.send<OpenedDraft>("POST", "drafts", { title }),
    onSuccess: async (draft) => {
      await queries.invalidateQueries({ queryKey: ["drafts"] });
      choose(draft.id);
      onClose();
    },
  });
  return (
    <FormDialog
      title="New draft"
      word="Create"
      request={create}
      isDisabled={title.trim() === ""}
      onClose={onClose}
      onSubmit={() => create.mutate()}
    >
      <TextInput
        label="Title"
        description="The new draft is a copy of the live configuration. The console opens the new draft for editing."
        required
        maxLength={200}
        data-autofocus
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
    </FormDialog>
  );
}

interface DeleteDraftProps {
  readonly draft: Pick<DraftEntry, "id" | "title" | "updated_by">;
  readonly changes: number;
  readonly onClose: () => void;
}

export function DeleteDraft({ draft, changes, onClose }: DeleteDraftProps) {
  const { draft: current, choose } = useWorkingDraft();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => {
      const { version } = await api.get<OpenedDraft>(`drafts/${draft.id}`);
      return api.send("DELETE", `drafts/${draft.id}`, { version });
    },
    onSuccess: () => {
      if (current?.id === draft.id) choose(null);
      void queries.invalidateQueries({ queryKey: ["drafts"] });
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Delete “${draft.title}”?`}
      word="Delete"
      cancelWord="Keep"
      request={remove}
      isGrave
      onClose={onClose}
      onSubmit={() => remove.mutate()}
    >
      <Text>
        It has {counted(changes, "change")}, the last by {draft.updated_by}. This cannot be undone.
      </Text>
    </FormDialog>
  );
}
