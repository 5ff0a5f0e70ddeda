import { Alert, Button, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useLocation } from "wouter";
import type { OpenedDraft } from "../../server/drafts/draft.js";
import { mergeConfigurations } from "../../../src/storefront/merge-configurations.js";
import { api, ApiError } from "../../api.js";
import { Problem } from "../../parts/loaded.js";
import type { Editing, Work } from "./use-draft.js";

/**
 * Notice that the draft was published or deleted by another user, with a button that copies the edits to a new draft.
 */
export function Rescue({ editing: { work, query, error, discard } }: { readonly editing: Editing }) {
  const [, navigate] = useLocation();
  const begin = useMutation({
    mutationFn: async ({ title, configuration, began }: Work) => {
      const { id, version, ...draft } = await api.send<OpenedDraft>("POST", "drafts", { title });
      const { merged } = mergeConfigurations(began.configuration, configuration, draft.configuration);
      return api.send<OpenedDraft>("PUT", `drafts/${id}`, { title, version, configuration: merged });
    },
    onSuccess: ({ id }) => {
      discard();
      navigate(`/console/drafts/${id}`);
    },
  });
  if (work === null || !(isGone(query.error) || isGone(error))) return null;
  return (
    <Alert color="orange" title="This draft is gone, and your edits are not">
      <Stack align="flex-start" gap="xs">
        {begin.error !== null && <Problem error={begin.error} />}
        <Text size="sm">Somebody has published or deleted it.</Text>
        <Button size="xs" loading={begin.isPending} onClick={() => begin.mutate(work)}>
          Begin a new draft with my edits
        </Button>
      </Stack>
    </Alert>
  );
}

const isGone = (error: Error | null) => error instanceof ApiError && error.status === 404;
