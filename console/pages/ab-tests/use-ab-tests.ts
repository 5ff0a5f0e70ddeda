import { useMutation, useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import type { Difference } from "../../server/experiments/difference.js";
import type { ExperimentList } from "../../server/experiments/experiments.js";
import type { Results } from "../../server/experiments/results.js";
import type { Progress } from "../../server/stream.js";
import type { Review } from "../../../src/publishing/index.js";
import type { Outcome } from "../../../src/storefront/experiment.js";
import { api } from "../../api.js";

/** Change to test: a draft, or another default sort option. */
export type Variant = { readonly draft_id: string } | { readonly default_sort: string };

export interface Plan {
  readonly name: string;
  readonly hypothesis: string | null;
  readonly variant: Variant;
  readonly share: number;
  readonly split: number;
  readonly days: number;
  readonly accept_impact?: string;
}

interface Ending {
  readonly outcome: Outcome;
  readonly version: string;
  readonly accept_impact?: string;
}

/** Loads the impact of starting a test with a variant, or of ending the running test. */
export const loadReview = (requested: { readonly variant: Variant } | Ending, signal: AbortSignal) =>
  api.send<Review>("POST", "experiments/review", requested, signal);

export const useDifference = (variant: Variant) =>
  useQuery({
    queryKey: ["ab-test-difference", variant],
    queryFn: ({ signal }) => api.send<Difference>("POST", "experiments/difference", { variant }, signal),
    gcTime: 0,
  });

const LIST = ["ab-tests"];

export const useAbTests = () =>
  useQuery({ queryKey: LIST, queryFn: ({ signal }) => api.get<ExperimentList>("experiments", signal) });

/** Time until loaded results are stale, in milliseconds; the same as in the service's result cache. */
const FRESH_MS = 60_000;

/** Loads the results of a test and reports the progress. If `id` is `null`, loads the results of the control group. */
export function useResults(id: string | null): {
  readonly query: UseQueryResult<Results>;
  readonly progress: Progress | null;
} {
  const [progress, setProgress] = useState<Progress | null>(null);
  const query = useQuery({
    queryKey: ["ab-test-results", id],
    queryFn: ({ signal }) => api.stream<Results>("experiments/results", id === null ? {} : { id }, setProgress, signal),
    staleTime: FRESH_MS,
  });
  return { query, progress };
}

/** Starts or ends a test. Starting and ending may publish a version, so all data is loaded again. */
function useChange<Given>(path: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (given: Given) => api.send<ExperimentList>("POST", path, given),
    onSuccess: async (list) => {
      queries.setQueryData(LIST, list);
      await queries.invalidateQueries();
    },
    onError: () => void queries.invalidateQueries({ queryKey: LIST }),
  });
}

export const useStart = () => useChange<Plan>("experiments");

export const useEnd = () => useChange<Ending>("experiments/end");
