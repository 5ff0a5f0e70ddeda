import { useMutation, useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Draft, OpenedDraft } from "../../server/drafts/draft.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import { api, ApiError } from "../../api.js";

/** What is edited and not saved yet. It survives a reload of the page. */
export interface Work {
  readonly title: string;
  readonly configuration: ConfigurationDocument;
  /** The document as it is typed, while it is edited as text. */
  readonly text?: string;
  /** The saved draft that the edits were made to. */
  readonly began: Pick<Draft, "title" | "configuration" | "version">;
}

/** What others have saved meanwhile. */
export type Theirs = Pick<Draft, "title" | "configuration" | "version" | "updated_by" | "updated_at">;

export interface Editing {
  readonly query: UseQueryResult<OpenedDraft>;
  /** Null while nothing is edited. */
  readonly work: Work | null;
  readonly edit: (change: Partial<Omit<Work, "began">>) => void;
  readonly discard: () => void;
  readonly isSaving: boolean;
  readonly error: Error | null;
  /** Not null while somebody else's state of the draft is in the way. */
  readonly theirs: Theirs | null;
  readonly setTheirs: (theirs: Theirs | null) => void;
  /** @returns the saved draft; undefined when it cannot be saved */
  readonly save: (work?: Work) => Promise<OpenedDraft | undefined>;
  /** Goes on with another saved state of the draft. */
  readonly reopen: (draft: OpenedDraft) => void;
}

interface Saving {
  readonly sent: Work;
  /** The edits on the page when it was sent. */
  readonly from: Work | null;
}

const placeOf = (id: string) => `vitrine-draft-${id}`;

/** A draft, and the edits that are made to it on this page. */
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
      // What was typed while it was being saved is not saved.
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

/** The draft as somebody else has saved it, where that is what an error says; else null. */
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

/** A browser that keeps nothing, or has no room, does without. */
function store(id: string, work: Work | null): void {
  try {
    if (work === null) sessionStorage.removeItem(placeOf(id));
    else sessionStorage.setItem(placeOf(id), JSON.stringify(work));
  } catch {
    // Then edits do not survive a reload.
  }
}
