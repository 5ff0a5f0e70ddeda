import { useMutation, useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import type { DraftEntry } from "../../server/drafts/draft.js";
import type { ExperimentList } from "../../server/experiments/experiments.js";
import type { Results } from "../../server/experiments/results.js";
import type { Progress } from "../../server/stream.js";
import type { Review } from "../../../src/publishing/index.js";
import type { Outcome } from "../../../src/storefront/experiment.js";
import { api } from "../../api.js";

export interface Plan {
  readonly name: string;
  readonly hypothesis: string;
  readonly draft_id: string;
  readonly share: number;
  readonly split: number;
  readonly days: number;
  readonly accept_impact?: string;
}

/** Loads the predicted impact of starting an experiment with a draft, or of ending the running experiment. */
export const loadReview = (
  requested: { readonly draft_id: string } | { readonly outcome: Outcome; readonly version: string },
  signal: AbortSignal,
) => api.send<Review>("POST", "experiments/review", requested, signal);

const LIST = ["experiments"];

export const useExperiments = () =>
  useQuery({ queryKey: LIST, queryFn: ({ signal }) => api.get<ExperimentList>("experiments", signal) });

export const useDrafts = () =>
  useQuery({ queryKey: ["drafts"], queryFn: ({ signal }) => api.get<readonly DraftEntry[]>("drafts", signal) });

/** Same duration as the service's own cache of results. */
const FRESH_MS = 60_000;

/** Loads the results of an experiment, or of the holdout if `id` is `null`, and their progress. */
export function useResults(id: string | null): {
  readonly query: UseQueryResult<Results>;
  readonly progress: Progress | null;
} {
  const [progress, setProgress] = useState<Progress | null>(null);
  const query = useQuery({
    queryKey: ["experiment-results", id],
    queryFn: ({ signal }) => api.stream<Results>("experiments/results", id === null ? {} : { id }, setProgress, signal),
    staleTime: FRESH_MS,
  });
  return { query, progress };
}

/** Changes the running experiment. The response replaces the list; an error reloads it. */
function useChange<Given>(send: (given: Given) => Promise<ExperimentList>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (list) => queries.setQueryData(LIST, list),
    onError: () => void queries.invalidateQueries({ queryKey: LIST }),
  });
}

export const useStart = () =>
  useChange(({ hypothesis, ...plan }: Plan) =>
    api.send<ExperimentList>("POST", "experiments", {
      ...plan,
      ...(hypothesis.trim() === "" ? {} : { hypothesis }),
    }),
  );

export const useEnd = () =>
  useChange((given: { readonly outcome: Outcome; readonly version: string; readonly accept_impact?: string }) =>
    api.send<ExperimentList>("POST", "experiments/end", given),
  );
