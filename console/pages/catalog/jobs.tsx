import { Button, Group, Modal, Progress, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { JobRow, JobsPage } from "../../server/catalog/jobs.js";
import { api } from "../../api.js";
import { Problem } from "../../parts/loaded.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { count } from "../../parts/format-numbers.js";
import { shownMoment } from "../../parts/moments.js";
import { RowsTable } from "../../parts/rows-table.js";
import { StateBadge } from "../../parts/state-badge.js";
import { JobReport } from "./job-report.js";
import { progressOf, STATES, triggerOf, whatCame } from "./format-job.js";

/** Milliseconds between reloads. Short while a job is running, because the user is waiting for it. */
const RUNNING_MS = 1_000;
const IDLE_MS = 15_000;

const isOpen = ({ state }: JobRow) => state === "running" || state === "waiting";

/** Table of ingestion jobs and their outcomes, updated regularly. */
export function Jobs() {
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
    onError: (error) => notifications.show({ color: "red", title: "Not cancelled", message: error.message }),
    onSettled: () => {
      setCancelled(null);
      return queries.invalidateQueries({ queryKey: ["jobs"] });
    },
  });
  if (jobs.error !== null && jobs.data === undefined) {
    return <Problem error={jobs.error} onRetry={() => void jobs.refetch()} />;
  }
  const rows = jobs.data?.pages.flatMap((page) => page.jobs) ?? [];
  return (
    <Stack gap="xs">
      <RowsTable
        title="Jobs"
        columns={[
          { label: "Job", cell: ({ id }: JobRow) => id },
          { label: "Came", cell: ({ created_at }) => shownMoment(created_at) },
          { label: "What", cell: whatCame },
          { label: "From", cell: triggerOf },
          { label: "State", cell: (job) => <State job={job} /> },
          { label: "Lines", isNumber: true, cell: ({ lines }) => (lines === null ? "" : count(lines.received)) },
          { label: "Rejected", isNumber: true, cell: ({ lines }) => (lines === null ? "" : count(lines.rejected)) },
          {
            label: "Actions",
            cell: (job) => (
              <Group gap="xs" wrap="nowrap">
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => setOpened(job)}
                  aria-label={`Report of job ${job.id}`}
                >
                  Report
                </Button>
                {isOpen(job) && (
                  <Button
                    size="compact-xs"
                    color="red.8"
                    onClick={() => setCancelled(job)}
                    aria-label={`Cancel job ${job.id}`}
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
        none={jobs.isPending ? "Loading …" : "No feed has come yet."}
      />
      {jobs.hasNextPage && (
        <Button variant="default" size="xs" loading={jobs.isFetchingNextPage} onClick={() => void jobs.fetchNextPage()}>
          Older jobs
        </Button>
      )}
      <Modal opened={opened !== null} onClose={() => setOpened(null)} title={`Job ${opened?.id}`} size="xl">
        {opened !== null && <JobReport id={opened.id} />}
      </Modal>
      {cancelled !== null && (
        <FormDialog
          title={`Cancel job ${cancelled.id}?`}
          word="Cancel the job"
          cancelWord="Let it run"
          isBusy={cancel.isPending}
          isGrave
          onClose={() => setCancelled(null)}
          onSubmit={() => cancel.mutate(cancelled)}
        >
          <Text size="sm">
            {cancelled.mode === "soft_replace" || cancelled.dry_run
              ? "The catalogue stays as it was before the job."
              : "What the job has written already stays."}
          </Text>
        </FormDialog>
      )}
    </Stack>
  );
}

function State({ job }: { readonly job: JobRow }) {
  const progress = progressOf(job);
  if (progress === undefined) return <StateBadge color={STATES[job.state].color}>{STATES[job.state].label}</StateBadge>;
  return (
    <Stack gap={2} miw={160}>
      <Text size="xs">{progress.words}</Text>
      <Progress value={progress.percent} animated aria-label={`Progress of job ${job.id}`} />
    </Stack>
  );
}
