import { Alert, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OpenedDraft } from "../../server/drafts/draft.js";
import type { Side } from "../../../src/storefront/merge-configurations.js";
import { api } from "../../api.js";
import { Changes } from "../../parts/changes.js";
import { Problem } from "../../parts/loaded.js";
import { ResolveConflict } from "../../parts/resolve-conflict.js";

export function Conflicts({ draft }: { draft: OpenedDraft }) {
  const queries = useQueryClient();
  const merge = useMutation({
    mutationFn: (take: ReadonlyMap<string, Side>) =>
      api.send<OpenedDraft>("POST", `drafts/${draft.id}/merge`, {
        version: draft.version,
        take: Object.fromEntries(take),
      }),
    onSuccess: (merged) => queries.setQueryData(["draft", draft.id], merged),
    onError: () => void queries.invalidateQueries({ queryKey: ["draft", draft.id] }),
  });
  if (draft.conflicts.length === 0) return null;
  return (
    <Alert color="orange" title="Other users published changes to the same items">
      <Stack>
        {merge.error !== null && <Problem error={merge.error} />}
        <Changes changes={draft.published_since} title="Published since you started" />
        <ResolveConflict
          conflicts={draft.conflicts}
          theirs="The published version"
          isBusy={merge.isPending}
          onResolve={(take) => merge.mutate(take)}
        />
      </Stack>
    </Alert>
  );
}
