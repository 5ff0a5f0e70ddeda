import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { TeamView } from "../../server/people/routes.js";

/** Changes the team and updates the displayed team from the response. */
export function useTeamChange<T>(request: (given: T) => Promise<TeamView>, onDone: () => void = () => undefined) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: request,
    onSuccess: (team) => {
      queries.setQueryData(["people"], team);
      onDone();
    },
  });
}
