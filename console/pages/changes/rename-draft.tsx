import { TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OpenedDraft } from "../../server/drafts/draft.js";
import { api } from "../../api.js";
import { FormDialog } from "../../parts/form-dialog.js";

export function RenameDraft({ draft, onClose }: { draft: OpenedDraft; onClose: () => void }) {
  const [title, setTitle] = useState(draft.title);
  const queries = useQueryClient();
  const rename = useMutation({
    mutationFn: () => {
      const { version, base, configuration } = draft;
      return api.send<OpenedDraft>("PUT", `drafts/${draft.id}`, {
        title,
        version,
        base: base.publication,
        configuration,
      });
    },
    onSuccess: (renamed) => {
      queries.setQueryData(["draft", draft.id], renamed);
      void queries.invalidateQueries({ queryKey: ["drafts"] });
      onClose();
    },
  });
  return (
    <FormDialog
      title="Rename the draft"
      word="Rename"
      request={rename}
      isDisabled={title.trim() === ""}
      onClose={onClose}
      onSubmit={() => rename.mutate()}
    >
      <TextInput
        label="Title"
        maxLength={200}
        required
        data-autofocus
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
    </FormDialog>
  );
}
