import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { OpenedDraft } from "../../server/drafts/draft.js";
import type { Review } from "../../../src/publishing/index.js";
import { configurationChanges } from "../../../src/storefront/configuration-changes.js";
import { api } from "../../api.js";
import { Answered } from "../../parts/loaded.js";
import { Changes } from "../../parts/changes.js";
import { Reviewed } from "../../parts/review.js";
import type { Work } from "./use-draft.js";

interface ChangesTabProps {
  readonly draft: OpenedDraft;
  readonly work: Work | null;
}

/** Tab that lists the draft's differences from the live configuration, and remarks about them. */
export const ChangesTab = ({ draft, work }: ChangesTabProps) => (
  <Stack>
    {work !== null && (
      <Changes
        changes={configurationChanges(work.began.configuration, work.configuration)}
        title="Not saved yet"
        about="They are not looked at below."
      />
    )}
    <Changes
      changes={draft.changes}
      title="What publishing would change"
      about="The saved draft beside what is in force."
    />
    {draft.changes.length > 0 && draft.errors.length === 0 && draft.conflicts.length === 0 && (
      <ReviewOf draft={draft} />
    )}
  </Stack>
);

function ReviewOf({ draft: { id, version } }: { readonly draft: OpenedDraft }) {
  const query = useQuery({
    queryKey: ["draft", id, "review", version],
    queryFn: () => api.get<Review>(`drafts/${id}/review`),
  });
  return <Answered query={query}>{(review) => <Reviewed review={review} />}</Answered>;
}
