import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { configurationChanges } from "../../../src/storefront/configuration-changes.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import { mergeConfigurations, type Side } from "../../../src/storefront/merge-configurations.js";
import { Changes } from "../../parts/changes.js";
import { shownMoment } from "../../parts/moments.js";
import { ResolveConflict } from "../../parts/resolve-conflict.js";
import type { Editing, Theirs, Work } from "./use-draft.js";

/** Dialog for a version conflict: shows the changes saved by another user, and merges or discards the own edits. */
export function OthersDialog({ editing }: { readonly editing: Editing }) {
  const { theirs, work, setTheirs, discard, query } = editing;
  if (theirs === null) return null;

  function takeTheirs() {
    discard();
    setTheirs(null);
    void query.refetch();
  }

  const { updated_by, updated_at } = theirs;
  return (
    <Modal opened onClose={() => setTheirs(null)} size="xl" title="Somebody else has changed this draft">
      <Stack>
        <Text>
          {updated_by} changed this draft: {shownMoment(updated_at)}.
          {work !== null && " Your edits are still here, and not saved."}
        </Text>
        {work !== null && (
          <Changes
            changes={configurationChanges(work.began.configuration, theirs.configuration)}
            title={`What ${updated_by} changed`}
          />
        )}
        <Group>
          <Button variant="default" onClick={takeTheirs}>
            {work === null ? "Load it" : "Take theirs, drop my edits"}
          </Button>
          <Button variant="default" onClick={() => setTheirs(null)}>
            Keep editing
          </Button>
        </Group>
        {work !== null && (
          <ResolveConflict
            conflicts={merged(work, theirs).conflicts}
            theirs={`As ${updated_by} has it`}
            isBusy={editing.isSaving}
            onResolve={(take) => void editing.save(together(work, theirs, take))}
          />
        )}
      </Stack>
    </Modal>
  );
}

const merged = ({ began, configuration }: Work, theirs: Theirs, take?: ReadonlyMap<string, Side>) =>
  mergeConfigurations(began.configuration, configuration, theirs.configuration, take);

/** Applies the own edits to the version saved by another user. */
const together = (work: Work, theirs: Theirs, take: ReadonlyMap<string, Side>): Work => ({
  title: work.title === work.began.title ? theirs.title : work.title,
  configuration: merged(work, theirs, take).merged as ConfigurationDocument,
  began: theirs,
});
