import { Button, Fieldset, Group, Radio, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { MergeConflict, Side } from "../../src/storefront/merge-configurations.js";
import { Value } from "./changes.js";
import { formatConditions } from "./format-changes.js";

interface ResolveConflictProps {
  readonly conflicts: readonly MergeConflict[];
  readonly theirs: string;
  readonly isBusy: boolean;
  readonly onResolve: (take: ReadonlyMap<string, Side>) => void;
}

export function ResolveConflict({ conflicts, theirs, isBusy, onResolve }: ResolveConflictProps) {
  const [take, setTake] = useState<ReadonlyMap<string, Side>>(new Map());
  return (
    <Stack>
      {conflicts.map(({ path, mine, theirs: other }) => (
        <Fieldset key={path} legend={formatConditions(path)}>
          <Radio.Group
            label="Which one do you want to keep?"
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
