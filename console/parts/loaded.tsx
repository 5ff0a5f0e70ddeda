import { Alert, Skeleton, Stack } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "../api.js";
import { Action } from "./action.js";

interface AnsweredProps<T> {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
}

/** Renders the data of a query, a skeleton while loading, or the error with a retry button. */
export function Answered<T>({ query, children }: AnsweredProps<T>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  return (
    <Stack role="status" aria-label="Loading">
      <Skeleton h={40} />
      <Skeleton h={160} />
    </Stack>
  );
}

export const Problem = ({ error, onRetry }: { error: Error; onRetry?: () => void }) => (
  <Alert color="red" role="alert" title={error instanceof ApiError ? error.message : "This page failed"}>
    {onRetry !== undefined && <Action label="Try again" size="xs" onClick={onRetry} />}
  </Alert>
);
