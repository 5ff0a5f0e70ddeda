import { Alert, Button, Loader, Stack, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "../api.js";

interface AnsweredProps<T> {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
}

/** Renders the data of a query, a spinner while loading, or the error with a retry button. */
export function Answered<T>({ query, children }: AnsweredProps<T>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  return (
    <Stack align="center" p="xl">
      <Loader aria-label="Loading" />
    </Stack>
  );
}

interface ProblemProps {
  readonly error: Error;
  readonly onRetry?: () => void;
}

/** Error message of the service. */
export const Problem = ({ error, onRetry }: ProblemProps) => (
  <Alert color="red" role="alert" title="That did not work">
    <Stack align="flex-start" gap="xs">
      <Text size="sm">{error instanceof ApiError ? error.message : "Something went wrong on this page."}</Text>
      {onRetry !== undefined && (
        <Button size="xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Stack>
  </Alert>
);
