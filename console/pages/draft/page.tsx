import { Alert, Button, Group, List, Stack, Tabs, Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import { useLocation, useParams } from "wouter";
import type { OpenedDraft } from "../../server/drafts/draft.js";
import { Answered, Problem } from "../../parts/loaded.js";
import { Preview } from "../../parts/preview.js";
import { shownMoment } from "../../parts/moments.js";
import { useSession } from "../../parts/session.js";
import { BlocksTab } from "./blocks-tab.js";
import { CampaignsTab } from "./campaigns-tab.js";
import { ChangesTab } from "./changes-tab.js";
import { FacetsTab, SortsTab } from "./choices-tabs.js";
import { EverythingTab, isText } from "./everything-tab.js";
import { OthersDialog } from "./others-dialog.js";
import { PublishDialog } from "./publish-dialog.js";
import { PublishedSince } from "./published-since.js";
import { RedirectsTab } from "./redirects-tab.js";
import { Rescue } from "./rescue.js";
import { BannersTab, RulesTab } from "./rules-tab.js";
import { SynonymsTab } from "./synonyms-tab.js";
import { useDraft, type Editing } from "./use-draft.js";
import { WeightsTab } from "./weights-tab.js";

/** Parts of the configuration that have their own tab. */
const PARTS = [
  { value: "rules", label: "Rules", Tab: RulesTab },
  { value: "campaigns", label: "Campaigns", Tab: CampaignsTab },
  { value: "synonyms", label: "Synonyms", Tab: SynonymsTab },
  { value: "redirects", label: "Redirects", Tab: RedirectsTab },
  { value: "banners", label: "Banners", Tab: BannersTab },
  { value: "facets", label: "Facets", Tab: FacetsTab },
  { value: "sorts", label: "Orders", Tab: SortsTab },
  { value: "blocks", label: "Blocks", Tab: BlocksTab },
  { value: "weights", label: "Weights", Tab: WeightsTab },
] as const;

/** Draft page: edits, reviews and publishes one draft. */
export default function DraftPage() {
  const { id = "" } = useParams();
  return <Opened key={id} id={id} />;
}

function Opened({ id }: { readonly id: string }) {
  const editing = useDraft(id);
  return (
    <Stack>
      <Title order={1} size="h2">
        Draft
      </Title>
      <Rescue editing={editing} />
      <Answered query={editing.query}>{(draft) => <Editor draft={draft} editing={editing} />}</Answered>
    </Stack>
  );
}

interface EditorProps {
  readonly draft: OpenedDraft;
  readonly editing: Editing;
}

function Editor({ draft, editing }: EditorProps) {
  const { work, edit, save } = editing;
  const { title, configuration } = work ?? draft;
  const [tab, setTab] = useState<string | null>("rules");
  const [isPublishing, setPublishing] = useState(false);
  const [, navigate] = useLocation();
  const { may } = useSession();
  const isWrongText = work?.text !== undefined && !isText(work.text);
  const isUnsaveable = isWrongText || title.trim() === "";
  const editConfiguration = (next: typeof configuration) => edit({ configuration: next });
  return (
    <Stack>
      <Group align="flex-end" wrap="wrap">
        <TextInput
          label="Title"
          maxLength={200}
          value={title}
          error={title.trim() === "" ? "A draft needs a title" : undefined}
          onChange={({ currentTarget }) => edit({ title: currentTarget.value })}
          style={{ flex: "1 1 16rem" }}
        />
        <Group gap="xs">
          {work !== null && (
            <Button variant="default" onClick={editing.discard}>
              Discard edits
            </Button>
          )}
          <Button
            variant="default"
            loading={editing.isSaving}
            disabled={work === null || isUnsaveable || !may("editor")}
            onClick={() => void save()}
          >
            Save
          </Button>
          <Button
            disabled={isUnsaveable || !may("publisher")}
            onClick={() => void save().then((saved) => saved !== undefined && setPublishing(true))}
          >
            Publish …
          </Button>
        </Group>
      </Group>
      <Group gap="xs" role="status">
        {work === null ? (
          <Text size="sm">
            Saved {shownMoment(draft.updated_at)} by {draft.updated_by}
          </Text>
        ) : (
          <Text size="sm" fw={700}>
            Unsaved edits
          </Text>
        )}
      </Group>
      {editing.error !== null && <Problem error={editing.error} />}
      <PublishedSince draft={draft} editing={editing} />
      {draft.errors.length > 0 && (
        <Alert color="red" title="It cannot be published with these mistakes">
          <List size="sm">
            {draft.errors.slice(0, 20).map(({ path, message }, at) => (
              <List.Item key={at}>
                {path}: {message}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List>
          {PARTS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
          <Tabs.Tab value="everything">Everything</Tabs.Tab>
          <Tabs.Tab value="changes">Changes</Tabs.Tab>
          <Tabs.Tab value="preview">Preview</Tabs.Tab>
        </Tabs.List>
        {PARTS.map(({ value, Tab }) => (
          <Tabs.Panel key={value} value={value} pt="md">
            <Tab draftId={draft.id} configuration={configuration} onChange={editConfiguration} />
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="everything" pt="md">
          <EverythingTab configuration={configuration} text={work?.text} edit={edit} />
        </Tabs.Panel>
        <Tabs.Panel value="changes" pt="md">
          <ChangesTab draft={draft} work={work} />
        </Tabs.Panel>
        <Tabs.Panel value="preview" pt="md" keepMounted>
          {work !== null && (
            <Text size="sm" mb="xs">
              Unsaved edits are not part of a preview.
            </Text>
          )}
          <Preview draftId={draft.id} />
        </Tabs.Panel>
      </Tabs>
      <OthersDialog editing={editing} />
      {isPublishing && (
        <PublishDialog
          draft={draft}
          editing={editing}
          onClose={() => setPublishing(false)}
          onPublished={() => navigate("/console/history")}
        />
      )}
    </Stack>
  );
}
