import { Alert, Button, Modal, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { OpenedDraft } from "../../server/drafts/draft.js";
import type { Side } from "../../../src/storefront/merge-configurations.js";
import { api } from "../../api.js";
import { Problem } from "../../parts/loaded.js";
import { Changes } from "../../parts/changes.js";
import { ResolveConflict } from "../../parts/resolve-conflict.js";
import { theirsIn, type Editing } from "./use-draft.js";

interface PublishedSinceProps {
  readonly draft: OpenedDraft;
  readonly editing: Editing;
}

/** Notice of changes published since the draft was created, with a button that merges them into the draft. */
export function PublishedSince({ draft, editing }: PublishedSinceProps) {
  const [isOpen, setOpen] = useState(false);
  const merge = useMutation({
    mutationFn: async (take: ReadonlyMap<string, Side>) => {
      const saved = (await editing.save()) ?? draft;
      return api.send<OpenedDraft>("POST", `drafts/${draft.id}/merge`, {
        version: saved.version,
        take: Object.fromEntries(take),
      });
    },
    onSuccess: (merged) => {
      editing.reopen(merged);
      setOpen(false);
    },
    onError: (error) => editing.setTheirs(theirsIn(error)),
  });
  if (!draft.behind) return null;
  const { conflicts, published_since } = draft;
  const isContradicted = conflicts.length > 0;
  return (
    <>
      <Alert
        color={isContradicted ? "orange" : "blue"}
        title={
          isContradicted
            ? "Others have published something else in the same places"
            : "Others have published since this draft began"
        }
      >
        <Stack align="flex-start" gap="xs">
          <Text size="sm">
            {isContradicted
              ? "Before the draft can be published, somebody has to say which holds."
              : "Publishing merges the draft with it; nothing contradicts."}
          </Text>
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            {isContradicted ? "Look and settle" : "Look"}
          </Button>
        </Stack>
      </Alert>
      <Modal opened={isOpen} onClose={() => setOpen(false)} size="xl" title="Published since this draft began">
        <Stack>
          {merge.error !== null && <Problem error={merge.error} />}
          <Changes changes={published_since} title="What was published" />
          <ResolveConflict
            conflicts={conflicts}
            theirs="What is published"
            isBusy={merge.isPending}
            onResolve={(take) => merge.mutate(take)}
          />
        </Stack>
      </Modal>
    </>
  );
}
