import { Box, Button, Group, Modal, Progress, Skeleton, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { JobRow, JobsPage } from "../../server/catalog/jobs.js";
import { api } from "../../api.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { count } from "../../parts/format-numbers.js";
import { Problem } from "../../parts/loaded.js";
import { shownMoment } from "../../parts/moments.js";
import { RowsTable } from "../../parts/rows-table.js";
import { useSession } from "../../parts/session.js";
import { StateBadge } from "../../parts/state-badge.js";
import { formatMode, formatSource, progressOf, STATES } from "./format-job.js";
import { ImportReport } from "./import-report.js";
import { NoCatalog } from "./products.js";
import { Action, More } from "../../parts/action.js";

/**
 * Time between reloads of the import list in milliseconds. The time is shorter while an import is running, because the
 * user waits for the import.
 */
const RUNNING_MS = 1_000;
const IDLE_MS = 15_000;

const isOpen = ({ state }: JobRow) => state === "running" || state === "waiting";

export function Imports() {
  const { may } = useSession();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<JobRow | null>(null);
  const [cancelled, setCancelled] = useState<JobRow | null>(null);
  const jobs = useInfiniteQuery({
    queryKey: ["jobs"],
    queryFn: ({ pageParam, signal }) =>
      api.get<JobsPage>(`catalog/jobs${pageParam === null ? "" : `?before=${pageParam}`}`, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.before,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.jobs.some(isOpen)) === true ? RUNNING_MS : IDLE_MS,
  });
  const cancel = useMutation({
    mutationFn: (job: JobRow) => api.send<JobRow>("POST", `catalog/jobs/${job.id}/cancel`, {}),
    onError: (error) => notifications.show({ color: "red", title: "Import not cancelled", message: error.message }),
    onSettled: () => {
      setCancelled(null);
      return queries.invalidateQueries({ queryKey: ["jobs"] });
    },
  });
  if (jobs.data === undefined) {
    if (jobs.error !== null) return <Problem error={jobs.error} onRetry={() => void jobs.refetch()} />;
    return <Skeleton h={240} role="status" aria-label="Loading" />;
  }
  const rows = jobs.data.pages.flatMap((page) => page.jobs);
  if (rows.length === 0) return <NoCatalog title="No imports yet" />;
  return (
    <Stack gap="xs">
      <RowsTable
        title="Imports"
        columns={[
          { label: "Import", cell: ({ id }: JobRow) => id },
          { label: "Received", cell: ({ created_at }) => shownMoment(created_at) },
          { label: "Content", cell: formatMode },
          { label: "Source", cell: formatSource },
          { label: "Status", cell: (job) => <Status job={job} /> },
          { label: "Lines", isNumber: true, cell: ({ lines }) => (lines === null ? "" : count(lines.received)) },
          { label: "Errors", isNumber: true, cell: ({ lines }) => (lines === null ? "" : count(lines.rejected)) },
          {
            label: "Actions",
            cell: (job) => (
              <Group gap="xs" wrap="nowrap">
                <Action
                  label="Report"
                  name={`Report of import ${job.id}`}
                  size="compact-xs"
                  onClick={() => setOpened(job)}
                />
                {isOpen(job) && may("publisher") && (
                  <Button
                    size="compact-xs"
                    color="red.8"
                    onClick={() => setCancelled(job)}
                    aria-label={`Cancel import ${job.id}`}
                  >
                    Cancel
                  </Button>
                )}
              </Group>
            ),
          },
        ]}
        rows={rows}
        keyOf={({ id }) => String(id)}
        none=""
      />
      <More label="Older imports" size="xs" query={jobs} />
      <Modal opened={opened !== null} onClose={() => setOpened(null)} title={`Import ${opened?.id}`} size="xl">
        {opened !== null && <ImportReport id={opened.id} />}
      </Modal>
      {cancelled !== null && (
        <FormDialog
          title={`Cancel import ${cancelled.id}?`}
          word="Cancel import"
          cancelWord="Keep running"
          request={cancel}
          isGrave
          onClose={() => setCancelled(null)}
          onSubmit={() => cancel.mutate(cancelled)}
        >
          <Text>
            {cancelled.mode === "soft_replace" || cancelled.dry_run
              ? "The catalog stays as it was before the import."
              : "Products that the import has already changed stay changed."}
          </Text>
        </FormDialog>
      )}
    </Stack>
  );
}

function Status({ job }: { job: JobRow }) {
  const progress = progressOf(job);
  if (progress === undefined) {
    return (
      <Box miw="max-content">
        <StateBadge color={STATES[job.state].color}>{STATES[job.state].label}</StateBadge>
      </Box>
    );
  }
  return (
    <Stack gap={2} miw={160}>
      <Text size="xs">{progress.text}</Text>
      <Progress value={progress.percent} animated aria-label={`Progress of import ${job.id}`} />
    </Stack>
  );
}
