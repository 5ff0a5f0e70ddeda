import { Alert, List, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { OpenedDraft } from "../../../src/console/drafts/draft.js";
import type { Review } from "../../../src/console/drafts/review.js";
import { configurationChanges } from "../../../src/storefront/configuration-changes.js";
import { api } from "../../api.js";
import { Answered } from "../../parts/answered.js";
import { Changes } from "../../parts/changes.js";
import { Emptied } from "../../parts/emptied.js";
import type { Work } from "./use-draft.js";

interface ChangesTabProps {
  readonly draft: OpenedDraft;
  readonly work: Work | null;
}

/** What publishing the draft would change, and what is to be said of that. */
export const ChangesTab = ({ draft, work }: ChangesTabProps) => (
  <Stack>
    {work !== null && (
      <Changes
        changes={configurationChanges(work.began.configuration, work.configuration)}
        caption="Unsaved edits, which are not looked at below"
      />
    )}
    <Title order={2} size="h4">
      What publishing would change
    </Title>
    <Changes changes={draft.changes} caption="The saved draft beside what is in force" />
    {draft.changes.length > 0 && draft.mistakes.length === 0 && draft.conflicts.length === 0 && (
      <Reviewed draft={draft} />
    )}
  </Stack>
);

/** Remarks on the rules that change, listings that would be empty, and what takes effect later. */
export function Reviewed({ draft: { id, version } }: { readonly draft: OpenedDraft }) {
  const query = useQuery({
    queryKey: ["draft", id, "review", version],
    queryFn: () => api.get<Review>(`drafts/${id}/review`),
  });
  return (
    <Answered query={query}>
      {({ remarks, emptied, later }) => (
        <Stack>
          <Emptied listings={emptied} />
          {remarks.length > 0 && (
            <Alert color="yellow" title="Look at these rules">
              <List size="sm">
                {remarks.map(({ key, remarks: texts }) => (
                  <List.Item key={key}>
                    {key}: {texts.slice(0, 10).join("; ")}
                    {texts.length > 10 ? ` and ${texts.length - 10} more` : ""}
                  </List.Item>
                ))}
              </List>
            </Alert>
          )}
          {later.length > 0 && (
            <Alert color="blue" title="Some of it takes effect later">
              {later.join(", ")}: with the next soft_replace of the catalogue.
            </Alert>
          )}
          {remarks.length + emptied.length + later.length === 0 && (
            <Text size="sm">No listing becomes empty, and nothing is remarkable about the rules that change.</Text>
          )}
        </Stack>
      )}
    </Answered>
  );
}
