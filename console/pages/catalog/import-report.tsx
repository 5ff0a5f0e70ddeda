import { List, Skeleton, Stack, Text } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { JobDetail } from "../../server/catalog/jobs.js";
import type { RejectedLines } from "../../server/catalog/rejected-lines.js";
import type { LineError } from "../../../src/catalog/ingestion/ingestion-report.js";
import { api } from "../../api.js";
import { Answered } from "../../parts/loaded.js";
import { RowsTable } from "../../parts/rows-table.js";
import { formatReport } from "./format-job.js";
import { More } from "../../parts/action.js";

export function ImportReport({ id }: { id: number }) {
  const job = useQuery({
    queryKey: ["job", id],
    queryFn: ({ signal }) => api.get<JobDetail>(`catalog/jobs/${id}`, signal),
  });
  return (
    <Answered query={job}>
      {({ report, dry_run }) =>
        report === null ? (
          <Text>The report is available after the import.</Text>
        ) : (
          <Stack>
            <List size="sm">
              {formatReport(report, dry_run).map((sentence) => (
                <List.Item key={sentence}>{sentence}</List.Item>
              ))}
            </List>
            <Errors id={id} />
          </Stack>
        )
      }
    </Answered>
  );
}

function Errors({ id }: { id: number }) {
  const errors = useInfiniteQuery({
    queryKey: ["job errors", id],
    queryFn: ({ pageParam, signal }) => api.get<RejectedLines>(`catalog/jobs/${id}/errors?skip=${pageParam}`, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });
  const [first] = errors.data?.pages ?? [];
  if (errors.isPending) return <Skeleton h={120} role="status" aria-label="Loading" />;
  if (first?.kept === false) return <Text>The list of errors is no longer available.</Text>;
  return (
    <Stack gap="xs">
      <RowsTable
        title="Errors and warnings"
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
        none="There are no errors."
        csv={`/console/api/catalog/jobs/${id}/errors?format=csv`}
      />
      <More label="Load more" size="xs" query={errors} />
    </Stack>
  );
}
