import { Button, List, Stack, Text } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { JobDetail } from "../../server/catalog/jobs.js";
import type { RejectedLines } from "../../server/catalog/rejected-lines.js";
import type { LineError } from "../../../src/catalog/ingestion/ingestion-report.js";
import { api } from "../../api.js";
import { Answered } from "../../parts/loaded.js";
import { RowsTable } from "../../parts/rows-table.js";
import { formatReport } from "./format-job.js";

/** Formatted report of a job, with its rejected lines. */
export function JobReport({ id }: { readonly id: number }) {
  const job = useQuery({
    queryKey: ["job", id],
    queryFn: ({ signal }) => api.get<JobDetail>(`catalog/jobs/${id}`, signal),
  });
  return (
    <Answered query={job}>
      {({ report, dry_run }) =>
        report === null ? (
          <Text size="sm">The report comes when the job has ended.</Text>
        ) : (
          <Stack>
            <List size="sm">
              {formatReport(report, dry_run).map((words) => (
                <List.Item key={words}>{words}</List.Item>
              ))}
            </List>
            <Errors id={id} />
          </Stack>
        )
      }
    </Answered>
  );
}

function Errors({ id }: { readonly id: number }) {
  const errors = useInfiniteQuery({
    queryKey: ["job errors", id],
    queryFn: ({ pageParam, signal }) => api.get<RejectedLines>(`catalog/jobs/${id}/errors?skip=${pageParam}`, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });
  const [first] = errors.data?.pages ?? [];
  if (errors.isPending) return <Text size="sm">Loading …</Text>;
  if (first?.kept === false) return <Text size="sm">The list of rejected lines is not kept any more.</Text>;
  return (
    <Stack gap="xs">
      <RowsTable
        title="Lines that were not taken, or not whole"
        columns={[
          { label: "Line", isNumber: true, cell: ({ line }: LineError) => (line === 0 ? "" : line) },
          { label: "Product", cell: ({ product_identifier }) => product_identifier ?? "" },
          { label: "Field", cell: ({ field }) => field ?? "" },
          { label: "Reason", cell: ({ reason }) => reason },
        ]}
        rows={errors.data?.pages.flatMap((page) => page.errors) ?? []}
        keyOf={({ line, product_identifier, field, reason }) =>
          JSON.stringify([line, product_identifier, field, reason])
        }
        none="All lines were taken."
        csv={`/console/api/catalog/jobs/${id}/errors?format=csv`}
      />
      {errors.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={errors.isFetchingNextPage}
          onClick={() => void errors.fetchNextPage()}
        >
          Load more
        </Button>
      )}
    </Stack>
  );
}
