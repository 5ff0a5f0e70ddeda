import { Alert, Button, Fieldset, Group, Radio, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OpenedDraft } from "../../server/drafts/draft.js";
import type { MergeConflict, Side } from "../../../src/storefront/merge-configurations.js";
import { api } from "../../api.js";
import { Changes, Value } from "../../parts/changes.js";
import { formatConditions } from "../../parts/format-changes.js";
import { Problem } from "../../parts/loaded.js";

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
    <Alert color="orange" title="Other users published changes to items in this draft">
      <Stack>
        {merge.error !== null && <Problem error={merge.error} />}
        <Changes changes={draft.published_since} title="Changes published since you started editing" />
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

interface ResolveConflictProps {
  readonly conflicts: readonly MergeConflict[];
  readonly theirs: string;
  readonly isBusy: boolean;
  readonly onResolve: (take: ReadonlyMap<string, Side>) => void;
}

function ResolveConflict({ conflicts, theirs, isBusy, onResolve }: ResolveConflictProps) {
  const [take, setTake] = useState<ReadonlyMap<string, Side>>(new Map());
  return (
    <Stack>
      {conflicts.map(({ path, mine, theirs: other }) => (
        <Fieldset key={path} legend={formatConditions(path)}>
          <Radio.Group
            label="Which change do you want to keep?"
            value={take.get(path) ?? ""}
            onChange={(side) => setTake(new Map([...take, [path, side as Side]]))}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="mine" label="My change" />
              <Shown path={path} value={mine} />
              <Radio value="theirs" label={theirs} />
              <Shown path={path} value={other} />
            </Stack>
          </Radio.Group>
        </Fieldset>
      ))}
      <Group justify="flex-end">
        <Button disabled={take.size < conflicts.length} loading={isBusy} onClick={() => onResolve(take)}>
          Merge
        </Button>
      </Group>
    </Stack>
  );
}

const Shown = (side: { readonly path: string; readonly value: unknown }) =>
  side.value === undefined ? <Text>Deleted</Text> : <Value {...side} />;
