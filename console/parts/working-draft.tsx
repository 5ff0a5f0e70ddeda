import { Center, Loader } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useState, type ReactNode } from "react";
import type { DraftEntry, OpenedDraft } from "../server/drafts/draft.js";
import type { ConfigurationDocument } from "../../src/storefront/configuration.js";
import { mergeConfigurations } from "../../src/storefront/merge-configurations.js";
import { api, ApiError } from "../api.js";
import { formatConditions } from "./format-changes.js";
import { Problem } from "./loaded.js";
import { useSession } from "./session.js";

export type Edit = (configuration: ConfigurationDocument) => ConfigurationDocument;

/** The unpublished changes that all pages show and edit. */
export interface WorkingDraft {
  /** Live configuration. */
  readonly live: ConfigurationDocument;
  /** Live configuration with the unpublished changes. */
  readonly configuration: ConfigurationDocument;
  /** Current draft; `null` if there are no unpublished changes. */
  readonly draft: OpenedDraft | null;
  readonly drafts: readonly DraftEntry[];
  readonly isSaving: boolean;
  /**
   * Applies an edit to the current draft, or to a new one. Errors are shown as a notification.
   * @param done message shown on success
   * @returns whether the edit was saved
   */
  readonly change: (edit: Edit, done?: string) => Promise<boolean>;
  /** Continues with another draft; `null` shows the live configuration. */
  readonly choose: (draftId: string | null) => void;
}

const Context = createContext<WorkingDraft | null>(null);

/** @throws Error outside `WorkingDraftProvider` */
export function useWorkingDraft(): WorkingDraft {
  const working = useContext(Context);
  if (working === null) throw new Error("no draft is open here");
  return working;
}

/** Loads the live configuration and the current draft of this browser, and saves edits. */
export function WorkingDraftProvider({ children }: { readonly children: ReactNode }) {
  const { session } = useSession();
  const queries = useQueryClient();
  const storedAs = `vitrine-draft-${session.client_id}`;
  const [chosen, setChosen] = useState(() => localStorage.getItem(storedAs));
  const live = useQuery({ queryKey: ["live"], queryFn: () => api.get<ConfigurationDocument>("drafts/live") });
  const drafts = useQuery({ queryKey: ["drafts"], queryFn: () => api.get<DraftEntry[]>("drafts") });
  const isThere = chosen !== null && drafts.data?.some(({ id }) => id === chosen) === true;
  const draft = useQuery({
    queryKey: ["draft", chosen],
    queryFn: () => api.get<OpenedDraft>(`drafts/${chosen}`),
    enabled: isThere,
  });
  const choose = (id: string | null) => {
    setChosen(id);
    if (id === null) localStorage.removeItem(storedAs);
    else localStorage.setItem(storedAs, id);
  };
  const current = isThere ? (draft.data ?? null) : null;
  const saving = useMutation({
    mutationFn: (edit: Edit) => saved(current, edit, `Changes by ${session.author}`),
    onSuccess: async (next) => {
      queries.setQueryData(["draft", next.id], next);
      await queries.invalidateQueries({ queryKey: ["drafts"] });
      choose(next.id);
    },
    onError: (error) => {
      notifications.show({
        message: error instanceof ApiError ? error.message : "The change could not be saved.",
        color: "red",
        autoClose: false,
      });
      void queries.invalidateQueries({ queryKey: ["drafts"] });
      void queries.invalidateQueries({ queryKey: ["draft"] });
    },
  });
  const change = async (edit: Edit, done?: string) => {
    const next = await saving.mutateAsync(edit).catch(() => null);
    if (next !== null && done !== undefined) notifications.show({ message: done, color: "green" });
    return next !== null;
  };

  const error = live.error ?? drafts.error ?? draft.error;
  const isLoading = live.data === undefined || drafts.data === undefined || (isThere && current === null);
  if (isLoading) {
    if (error !== null) return <Problem error={error} onRetry={() => void queries.refetchQueries()} />;
    return (
      <Center mih="60vh">
        <Loader aria-label="Loading" />
      </Center>
    );
  }
  const working: WorkingDraft = {
    live: live.data,
    configuration: current?.configuration ?? live.data,
    draft: current,
    drafts: drafts.data,
    isSaving: saving.isPending,
    change,
    choose,
  };
  return <Context value={working}>{children}</Context>;
}

/** Maximum number of attempts to save an edit after version conflicts. */
const TRIES = 3;

/**
 * Saves an edit of a draft, or of a new draft with the given title. Changes that others have saved in the meantime are kept.
 * @throws ApiError, also if others have changed the same item
 */
async function saved(draft: OpenedDraft | null, edit: Edit, title: string): Promise<OpenedDraft> {
  const seen = draft ?? (await api.send<OpenedDraft>("POST", "drafts", { title }));
  const mine = edit(seen.configuration);
  let latest = seen;
  for (let left = TRIES; ; left -= 1) {
    const { merged, conflicts } = mergeConfigurations(seen.configuration, mine, latest.configuration);
    if (conflicts[0] !== undefined) throw changedByOthers(latest, conflicts[0].path);
    try {
      const { id, title: name, version, base } = latest;
      const body = { title: name, version, base: base.publication, configuration: merged };
      return await api.send<OpenedDraft>("PUT", `drafts/${id}`, body);
    } catch (error) {
      if (left === 1 || !(error instanceof ApiError) || !["conflict", "not_found"].includes(error.code)) throw error;
      latest =
        error.code === "conflict"
          ? await api.get<OpenedDraft>(`drafts/${latest.id}`)
          : await api.send<OpenedDraft>("POST", "drafts", { title });
    }
  }
}

const changedByOthers = ({ updated_by }: OpenedDraft, path: string) =>
  new ApiError(409, "conflict", `${updated_by} has changed this in the meantime: ${formatConditions(path)}. Your edit was not saved; check the current state and try again.`); // prettier-ignore
