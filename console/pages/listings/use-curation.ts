import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { DraftEntry, OpenedDraft } from "../../server/drafts/draft.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import { api, ApiError } from "../../api.js";
import { shownMoment } from "../../parts/moments.js";
import { useSession } from "../../parts/session.js";

/** Drafts of the shop, and a function that changes the chosen one. */
export interface Steerer {
  readonly drafts: readonly DraftEntry[];
  readonly isBusy: boolean;
  /** Changes the chosen draft, or creates a draft first. */
  readonly change: (what: string, edit: Edit) => void;
}

export type Edit = (configuration: ConfigurationDocument) => ConfigurationDocument;

/** Maximum number of attempts to apply a change after version conflicts. */
const TRIES = 3;

/** @param choose receives the id of the changed draft */
export function useSteering(draftId: string | null, choose: (draftId: string) => void): Steerer {
  const { session } = useSession();
  const queries = useQueryClient();
  const { data: drafts = [] } = useQuery({ queryKey: ["drafts"], queryFn: () => api.get<DraftEntry[]>("drafts") });
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ edit }: { readonly what: string; readonly edit: Edit }) => {
      const title = `${session.author}, ${shownMoment(Date.now())}`;
      const { id } = draftId === null ? await api.send<OpenedDraft>("POST", "drafts", { title }) : { id: draftId };
      await changeDraft(id, edit);
      return id;
    },
    onSuccess: async (id, { what }) => {
      await queries.invalidateQueries({ queryKey: ["drafts"] });
      await queries.invalidateQueries({ queryKey: ["outfit"] });
      notifications.show({ message: what, color: "green" });
      choose(id);
    },
    onError: (error) =>
      notifications.show({
        title: "That did not work",
        message: error instanceof ApiError ? error.message : "Something went wrong.",
        color: "red",
        autoClose: false,
      }),
  });
  return { drafts, isBusy: isPending, change: (what, edit) => mutate({ what, edit }) };
}

/** Applies an edit to the latest version of the draft and retries after version conflicts. */
async function changeDraft(id: string, edit: Edit): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    const { title, configuration, version } = await api.get<OpenedDraft>(`drafts/${id}`);
    try {
      await api.send("PUT", `drafts/${id}`, { title, configuration: edit(configuration), version });
      return;
    } catch (error) {
      if (left === 1 || !(error instanceof ApiError) || error.code !== "conflict") throw error;
    }
  }
}
