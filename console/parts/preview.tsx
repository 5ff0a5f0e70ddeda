import { Alert, Button, Group, Paper, Progress, Select, Stack, Text, Title } from "@mantine/core";
import { useState, type ReactNode } from "react";
import type { Preview as PreviewResult } from "../server/preview/preview-result.js";
import type { Progress as Done } from "../server/stream.js";
import { Problem } from "./loaded.js";
import { GainsAndLosses } from "./preview/gains.js";
import { MostChanged } from "./preview/most-changed.js";
import { Subjects } from "./preview/subjects.js";
import { count } from "./format-numbers.js";
import { useStream } from "./use-stream.js";
import { counted, formatSummary } from "./preview/format.js";

const SIZES = ["200", "1000", "5000"];

/** Preview of a draft: replays recent responses with it and shows the differences. */
export function Preview({ draftId }: { readonly draftId: string }) {
  const { work, run: begin, cancel } = useStream<PreviewResult>("preview", draftId);
  const [responses, setResponses] = useState("1000");
  const run = () => void begin({ draft_id: draftId, responses: Number(responses) });
  const isRunning = work.kind === "running";
  return (
    <Stack component="section" aria-label="Preview">
      <Group align="flex-end">
        <Select
          label="Recent answers"
          data={SIZES.map((value) => ({ value, label: count(Number(value)) }))}
          value={responses}
          onChange={(value) => setResponses(value ?? responses)}
          allowDeselect={false}
          disabled={isRunning}
          w={130}
        />
        <Button onClick={run} loading={isRunning}>
          Preview with recent traffic
        </Button>
        {isRunning && (
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
        )}
      </Group>
      {isRunning && <Running progress={work.progress} />}
      {work.kind === "failed" && <Problem error={work.error} onRetry={run} />}
      {work.kind === "done" && <Result result={work.result} />}
    </Stack>
  );
}

function Running({ progress }: { readonly progress: Done | null }) {
  const { done, of } = progress ?? { done: 0, of: 0 };
  return (
    <Stack gap={4}>
      <Progress value={of === 0 ? 0 : (100 * done) / of} aria-label="Answers asked again" />
      <Text size="sm" c="dimmed">
        {of === 0 ? "Reading what was asked…" : `${count(done)} of ${counted(of, "answer")} asked again`}
      </Text>
    </Stack>
  );
}

function Result({ result }: { readonly result: PreviewResult }) {
  const { responses, failures, subjects } = result;
  if (responses.found === 0) {
    return (
      <Alert title="No stored answers yet" role="status">
        Answers are stored as shoppers search and open listings with a device that is recognised. Later pages,
        recommendations, shoppers who did not consent, the holdout and an experiment’s B are not among them. Look again
        when there was some traffic.
      </Alert>
    );
  }
  return (
    <Stack>
      <Paper withBorder p="md" role="status">
        {formatSummary(result).map((sentence) => (
          <Text key={sentence}>{sentence}</Text>
        ))}
      </Paper>
      {failures.length > 0 && (
        <Alert color="orange" title="Could not be asked again">
          {failures.map(({ reason, only_draft, times }) => (
            <Text key={`${reason} ${only_draft}`} size="sm">
              {counted(times, "answer")}
              {only_draft ? ", only with the draft" : ""}: {reason}
            </Text>
          ))}
        </Alert>
      )}
      {subjects.length > 0 && (
        <>
          <Subjects result={result} />
          <Section title="Before and after">
            <MostChanged result={result} />
          </Section>
          <Section title="Who gains and who loses">
            <GainsAndLosses result={result} />
          </Section>
        </>
      )}
    </Stack>
  );
}

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Stack gap="xs" component="section" aria-label={title}>
    <Title order={2} size="h4">
      {title}
    </Title>
    {children}
  </Stack>
);
