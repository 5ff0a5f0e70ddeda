import { Button, Card, Group, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OpenedDraft } from "../../server/drafts/draft.js";
import type { Review } from "../../../src/publishing/index.js";
import { api } from "../../api.js";
import { formatConditions } from "../../parts/format-changes.js";
import { Problem } from "../../parts/loaded.js";
import { isRefusedForImpact, useGate } from "../../parts/review.js";
import { useSession } from "../../parts/session.js";
import { isNamed, useWorkingDraft } from "../../parts/working-draft.js";

export function Publish({ draft, onPublished }: { draft: OpenedDraft; onPublished: () => void }) {
  const { may, session } = useSession();
  const { choose, isSaving } = useWorkingDraft();
  const queries = useQueryClient();
  const [note, setNote] = useState<string | null>(null);
  const written = note ?? noteFor(draft);
  const publish = useMutation({
    mutationFn: () =>
      api.send("POST", `drafts/${draft.id}/publish`, { version: draft.version, note: written, ...gate.accepting }),
    onSuccess: async () => {
      choose(null);
      // Publishing deletes the draft, so requests about it would fail.
      const isPublished = (key: readonly unknown[]) => key.includes(draft.id);
      await queries.invalidateQueries({ predicate: ({ queryKey }) => !isPublished(queryKey) });
      notifications.show({
        message: "Your changes are published. Shoppers see the changes within two seconds.",
        color: "green",
      });
      onPublished();
    },
    // Another user may have changed the draft or published a version, so the page reloads the draft.
    onError: () => void queries.invalidateQueries({ queryKey: ["draft", draft.id] }),
  });
  const approve = useMutation({
    mutationFn: () => api.send<OpenedDraft>("POST", `drafts/${draft.id}/approve`, { version: draft.version }),
    onSuccess: (approved) => queries.setQueryData(["draft", draft.id], approved),
  });
  const load = (signal: AbortSignal) => api.get<Review>(`drafts/${draft.id}/review`, signal);
  const gate = useGate(["draft", draft.id, draft.version], load, publish.error);
  const isApproved = !session.needs_approval || draft.approved_by !== null;
  return (
    <Card withBorder component="section" aria-label="Publish">
      <Stack>
        {gate.view}
        {publish.error !== null && !isRefusedForImpact(publish.error) && <Problem error={publish.error} />}
        {session.needs_approval && <Approval draft={draft} approve={approve} />}
        {may("publisher") ? (
          <Group align="flex-end">
            <TextInput
              label="Note"
              maxLength={2000}
              value={written}
              onChange={({ currentTarget }) => setNote(currentTarget.value)}
              style={{ flex: "1 1 16rem" }}
            />
            <Button
              color={gate.isLossy ? "red.8" : undefined}
              loading={publish.isPending}
              disabled={isSaving || !gate.isOpen || !isApproved}
              onClick={() => publish.mutate()}
            >
              {gate.isLossy ? "Publish anyway" : "Publish"}
            </Button>
          </Group>
        ) : (
          <Text>A publisher or an owner can publish these changes.</Text>
        )}
      </Stack>
    </Card>
  );
}

const NAMED = 3;

/** Returns the title of a named draft, or a list of an unnamed draft's changes. */
function noteFor(draft: OpenedDraft): string {
  if (isNamed(draft)) return draft.title;
  const names = [...new Set(draft.changes.map(({ path }) => formatConditions(path).replace(/: .*$/, "")))];
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : "";
  return `${names.slice(0, NAMED).join(", ")}${more}`;
}

interface ApprovalProps {
  readonly draft: OpenedDraft;
  readonly approve: { readonly mutate: () => void; readonly isPending: boolean; readonly error: Error | null };
}

/** Name of the approver, or an approval button for users who may approve. */
function Approval({ draft, approve }: ApprovalProps) {
  const { session, may } = useSession();
  if (draft.approved_by !== null) return <Text>Approved by {draft.approved_by}.</Text>;
  if (draft.editors.includes(session.author) || !may("publisher")) {
    return <Text>Another user with permission to publish must approve these changes first.</Text>;
  }
  return (
    <>
      {approve.error !== null && <Problem error={approve.error} />}
      <Group>
        <Button variant="default" loading={approve.isPending} onClick={() => approve.mutate()}>
          Approve the changes of {draft.editors.join(", ")}
        </Button>
      </Group>
    </>
  );
}
