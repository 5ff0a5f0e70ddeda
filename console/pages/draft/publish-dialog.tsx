import { Button, Text, Textarea } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OpenedDraft } from "../../server/drafts/draft.js";
import type { Review } from "../../../src/publishing/index.js";
import { api, ApiError } from "../../api.js";
import { Problem } from "../../parts/loaded.js";
import { Changes } from "../../parts/changes.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { isRefusedForLosses, useGate } from "../../parts/review.js";
import { useSession } from "../../parts/session.js";
import { theirsIn, type Editing } from "./use-draft.js";

interface PublishDialogProps {
  /** Saved version of the draft. */
  readonly draft: OpenedDraft;
  readonly editing: Editing;
  readonly onClose: () => void;
  readonly onPublished: () => void;
}

/** Dialog that publishes a draft with a note. Negative impact on shoppers must be confirmed. */
export function PublishDialog({ draft, editing, onClose, onPublished }: PublishDialogProps) {
  const [note, setNote] = useState(draft.title);
  const { session } = useSession();
  const queries = useQueryClient();
  const publish = useMutation({
    mutationFn: () =>
      api.send("POST", `drafts/${draft.id}/publish`, { version: draft.version, note, ...gate.accepting }),
    onSuccess: () => {
      editing.discard();
      queries.removeQueries({ queryKey: ["draft", draft.id] });
      void queries.invalidateQueries();
      notifications.show({ message: "Published. Shoppers see it within two seconds.", color: "green" });
      onPublished();
    },
    onError: (error) => {
      const theirs = theirsIn(error);
      if (theirs !== null) {
        onClose();
        editing.setTheirs(theirs);
      } else if (reasonOf(error) === "merge") {
        // The draft page then shows the conflicts and resolves them.
        onClose();
        void editing.query.refetch();
      }
    },
  });
  const approve = useMutation({
    mutationFn: () => api.send<OpenedDraft>("POST", `drafts/${draft.id}/approve`, { version: draft.version }),
    onSuccess: (approved) => queries.setQueryData(["draft", draft.id], approved),
  });
  const load = (signal: AbortSignal) => api.get<Review>(`drafts/${draft.id}/review`, signal);
  const gate = useGate(["draft", draft.id, draft.version], load, publish.error);
  return (
    <FormDialog
      title="Publish this draft?"
      word={gate.isLossy ? "Publish anyway" : "Publish"}
      size="xl"
      error={isRefusedForLosses(publish.error) ? null : publish.error}
      isBusy={publish.isPending}
      isDisabled={!gate.isOpen || (session.needs_approval && draft.approved_by === null)}
      isGrave={gate.isLossy}
      onClose={onClose}
      onSubmit={() => publish.mutate()}
    >
      {gate.view}
      <Changes changes={draft.changes} title="What shoppers will see" />
      <Textarea
        label="Note"
        description="Why; it stands in the history."
        maxLength={2000}
        autosize
        data-autofocus
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {draft.behind && <Text size="sm">What others have published since stays.</Text>}
      {session.needs_approval && <Approval draft={draft} approve={approve} />}
    </FormDialog>
  );
}

interface ApprovalProps {
  readonly draft: OpenedDraft;
  readonly approve: { readonly mutate: () => void; readonly isPending: boolean; readonly error: Error | null };
}

/** Name of the approver, or an approval button for users who may approve. */
function Approval({ draft, approve }: ApprovalProps) {
  const { session } = useSession();
  if (draft.approved_by !== null) return <Text size="sm">Approved by {draft.approved_by}.</Text>;
  if (draft.editors.includes(session.author)) {
    return <Text size="sm">You have changed it, so somebody else has to approve it before it is published.</Text>;
  }
  return (
    <>
      {approve.error !== null && <Problem error={approve.error} />}
      <Button variant="default" loading={approve.isPending} onClick={() => approve.mutate()}>
        Approve what {draft.editors.join(", ")} changed
      </Button>
    </>
  );
}

const reasonOf = (error: unknown) =>
  error instanceof ApiError ? (error.context as { reason?: string } | null)?.reason : undefined;
