import { useMutation, useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Draft, OpenedDraft } from "../../server/drafts/draft.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import { api, ApiError } from "../../api.js";

/** Unsaved edits of a draft. They survive a reload of the page. */
export interface Work {
  readonly title: string;
  readonly configuration: ConfigurationDocument;
  /** Edited text of the document, set while the draft is edited as JSON. */
  readonly text?: string;
  /** Saved version of the draft that the edits are based on. */
  readonly began: Pick<Draft, "title" | "configuration" | "version">;
}

/** Version of the draft saved by another user in the meantime. */
export type Theirs = Pick<Draft, "title" | "configuration" | "version" | "updated_by" | "updated_at">;

export interface Editing {
  readonly query: UseQueryResult<OpenedDraft>;
  /** `null` if there are no unsaved edits. */
  readonly work: Work | null;
  readonly edit: (change: Partial<Omit<Work, "began">>) => void;
  readonly discard: () => void;
  readonly isSaving: boolean;
  readonly error: Error | null;
  /** Set while a version saved by another user conflicts with the edits. */
  readonly theirs: Theirs | null;
  readonly setTheirs: (theirs: Theirs | null) => void;
  /** @returns the saved draft, or `undefined` if saving failed */
  readonly save: (work?: Work) => Promise<OpenedDraft | undefined>;
  /** Discards the edits and continues with another saved version of the draft. */
  readonly reopen: (draft: OpenedDraft) => void;
}

interface Saving {
  readonly sent: Work;
  /** Edits on the page when the request was sent. */
  readonly from: Work | null;
}

const placeOf = (id: string) => `vitrine-draft-${id}`;

/** Loads a draft and manages the unsaved edits made to it on this page. */
export function useDraft(id: string): Editing {
  const queries = useQueryClient();
  const query = useQuery({ queryKey: ["draft", id], queryFn: () => api.get<OpenedDraft>(`drafts/${id}`) });
  const [work, setWork] = useState<Work | null>(() => stored(id));
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  useEffect(() => store(id, work), [id, work]);

  const reopen = (draft: OpenedDraft) => {
    queries.setQueryData(["draft", id], draft);
    void queries.invalidateQueries({ queryKey: ["drafts"] });
    void queries.invalidateQueries({ queryKey: ["draft", id, "rules"] });
  };
  const saving = useMutation({
    mutationFn: ({ sent: { title, configuration, began } }: Saving) =>
      api.send<OpenedDraft>("PUT", `drafts/${id}`, { title, configuration, version: began.version }),
    onSuccess: (draft, { from }) => {
      reopen(draft);
      // Edits made during the save are still unsaved.
      setWork((now) => (now === null || now === from ? null : { ...now, began: beganWith(draft) }));
      setTheirs(null);
    },
    onError: (error) => setTheirs(theirsIn(error)),
  });

  return {
    query,
    work,
    theirs,
    setTheirs,
    reopen,
    edit: (change) =>
      setWork((now) => {
        const from = now ?? (query.data && { ...contentOf(query.data), began: beganWith(query.data) });
        if (from === undefined) return now;
        const { title, configuration, began } = from;
        return { title, configuration, began, ...change };
      }),
    discard: () => setWork(null),
    isSaving: saving.isPending,
    error: saving.error !== null && theirsIn(saving.error) === null ? saving.error : null,
    save: async (given = work ?? undefined) =>
      given === undefined ? query.data : saving.mutateAsync({ sent: given, from: work }).catch(() => undefined),
  };
}

const contentOf = ({ title, configuration }: OpenedDraft) => ({ title, configuration });

const beganWith = ({ title, configuration, version }: Work["began"]): Work["began"] => ({
  title,
  configuration,
  version,
});

/** Returns the version saved by another user if the error is a version conflict, else `null`. */
export function theirsIn(error: unknown): Theirs | null {
  if (!(error instanceof ApiError)) return null;
  const { reason, draft } = (error.context ?? {}) as { reason?: string; draft?: Theirs };
  return reason === "changed" && draft !== undefined ? draft : null;
}

function stored(id: string): Work | null {
  try {
    return JSON.parse(sessionStorage.getItem(placeOf(id)) ?? "null") as Work | null;
  } catch {
    return null;
  }
}

/** Stores the edits in the browser session, if storage is available and has space. */
function store(id: string, work: Work | null): void {
  try {
    if (work === null) sessionStorage.removeItem(placeOf(id));
    else sessionStorage.setItem(placeOf(id), JSON.stringify(work));
  } catch {
    // Without storage, the edits are lost on reload.
  }
}
