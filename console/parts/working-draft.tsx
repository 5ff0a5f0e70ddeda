import { Center, Loader } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useRef, useState, type ReactNode } from "react";
import type { DraftEntry, OpenedDraft } from "../server/drafts/draft.js";
import type { ConfigurationDocument } from "../../src/storefront/configuration.js";
import { mergeConfigurations } from "../../src/storefront/merge-configurations.js";
import { api, ApiError } from "../api.js";
import { formatConditions } from "./format-changes.js";
import { Problem } from "./loaded.js";
import { useSession } from "./session.js";

export type Edit = (configuration: ConfigurationDocument) => ConfigurationDocument;

interface WorkingDraft {
  readonly live: ConfigurationDocument;
  readonly configuration: ConfigurationDocument;
  readonly draft: OpenedDraft | null;
  readonly drafts: readonly DraftEntry[];
  readonly isSaving: boolean;
  /**
   * Applies an edit to the current draft, or to a new draft, and returns whether the edit was saved. Errors are shown
   * as a notification.
   * @param done message shown on success
   */
  readonly change: (edit: Edit, done?: string) => Promise<boolean>;
  /** Continues with another draft; `null` shows the live configuration. */
  readonly choose: (draftId: string | null) => void;
}

const Context = createContext<WorkingDraft | null>(null);

/**
 * Returns the working draft of the console.
 * @throws Error if the component is not inside a `WorkingDraftProvider`
 */
export function useWorkingDraft(): WorkingDraft {
  const working = useContext(Context);
  if (working === null) throw new Error("useWorkingDraft requires a WorkingDraftProvider");
  return working;
}

interface Saving {
  /** Configuration with all edits, including edits that are not saved yet. */
  shown: ConfigurationDocument;
  /** Last saved version of the draft; `null` before the first edit. */
  current: OpenedDraft | null;
  /** Number of edits that are not saved yet. */
  saving: number;
  last: Promise<unknown>;
}

/** Title of a draft that the author's first change creates. */
const titleBy = (author: string): string => `Changes by ${author}`;

/** Returns whether a user has chosen the title of a draft. */
export const isNamed = ({ title, created_by }: Pick<OpenedDraft, "title" | "created_by">): boolean =>
  title !== titleBy(created_by);

/**
 * Loads the live configuration and the current draft of this browser, and saves edits. A link may select another draft.
 */
export function WorkingDraftProvider({ children }: { children: ReactNode }) {
  const { session } = useSession();
  const queries = useQueryClient();
  const storedAs = `vitrine-draft-${session.client_id}`;
  const [wanted, setWanted] = useState(() => [
    new URLSearchParams(location.search).get("draft"),
    localStorage.getItem(storedAs),
  ]);
  const live = useQuery({ queryKey: ["live"], queryFn: () => api.get<ConfigurationDocument>("drafts/live") });
  const drafts = useQuery({ queryKey: ["drafts"], queryFn: () => api.get<DraftEntry[]>("drafts") });
  const chosen = wanted.find((one) => drafts.data?.some(({ id }) => id === one)) ?? null;
  const isThere = chosen !== null;
  const draft = useQuery({
    queryKey: ["draft", chosen],
    queryFn: () => api.get<OpenedDraft>(`drafts/${chosen}`),
    enabled: isThere,
  });
  const choose = (id: string | null) => {
    setWanted([id]);
    if (id === null) localStorage.removeItem(storedAs);
    else localStorage.setItem(storedAs, id);
  };
  const current = isThere ? (draft.data ?? null) : null;
  /** Configuration after the edits that are not saved yet; `null` if all edits are saved. */
  const [unsaved, setUnsaved] = useState<ConfigurationDocument | null>(null);
  const shown = unsaved ?? current?.configuration ?? live.data ?? {};
  // Saves edits one after another, because each edit applies to the draft that the previous edit saved.
  const state = useRef<Saving>({ shown, current, saving: 0, last: Promise.resolve() });

  const failed = async (error: unknown) => {
    notifications.show({
      message: error instanceof ApiError ? error.message : "The change could not be saved.",
      color: "red",
      autoClose: false,
    });
    state.current.current = null;
    await queries.invalidateQueries({ queryKey: ["drafts"] });
    await queries.invalidateQueries({ queryKey: ["draft"] });
  };
  const change = async (edit: Edit, done?: string): Promise<boolean> => {
    const now = state.current;
    if (now.saving === 0) Object.assign(now, { shown, current });
    const before = now.shown;
    const after = edit(before);
    now.shown = after;
    now.saving += 1;
    setUnsaved(after);
    const saving = now.last.then(async () => {
      const next = await saved(now.current, before, after, titleBy(session.author));
      now.current = next;
      queries.setQueryData(["draft", next.id], next);
      await queries.invalidateQueries({ queryKey: ["drafts"] });
      choose(next.id);
    });
    now.last = saving.catch(failed);
    const isSaved = await saving.then(
      () => true,
      () => false,
    );
    await now.last;
    now.saving -= 1;
    if (now.saving === 0) setUnsaved(null);
    if (isSaved && done !== undefined) notifications.show({ message: done, color: "green" });
    return isSaved;
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
    configuration: shown,
    draft: current,
    drafts: drafts.data,
    isSaving: unsaved !== null,
    change,
    choose,
  };
  return <Context value={working}>{children}</Context>;
}

/** Maximum number of attempts to save an edit after version conflicts. */
const TRIES = 3;

/**
 * Saves an edit to a draft, or to a new draft with the given title. Keeps changes that others saved in the meantime.
 * @param draft last known version of the draft
 * @param before configuration before the edit
 * @param after configuration after the edit
 * @throws {ApiError} if the request fails or others have changed the same item
 */
async function saved(
  draft: OpenedDraft | null,
  before: ConfigurationDocument,
  after: ConfigurationDocument,
  title: string,
): Promise<OpenedDraft> {
  const begin = () => api.send<OpenedDraft>("POST", "drafts", { title });
  let latest = draft ?? (await begin());
  for (let left = TRIES; ; left -= 1) {
    const { merged, conflicts } = mergeConfigurations(before, after, latest.configuration);
    if (conflicts[0] !== undefined) throw changedByOthers(latest, conflicts[0].path);
    try {
      const { id, title: name, version, base } = latest;
      const body = { title: name, version, base: base.publication, configuration: merged };
      return await api.send<OpenedDraft>("PUT", `drafts/${id}`, body);
    } catch (error) {
      if (left === 1 || !(error instanceof ApiError) || !["conflict", "not_found"].includes(error.code)) throw error;
      latest = error.code === "conflict" ? await api.get<OpenedDraft>(`drafts/${latest.id}`) : await begin();
    }
  }
}

const changedByOthers = ({ updated_by }: OpenedDraft, path: string) =>
  new ApiError(409, "conflict", `${updated_by} has changed this in the meantime: ${formatConditions(path)}. Your edit was not saved; check the current state and try again.`); // prettier-ignore
