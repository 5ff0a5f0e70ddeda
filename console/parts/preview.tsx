import { Alert, Group, Paper, Progress, Select, Stack, Text, TextInput, Title } from "@mantine/core";
import { useState, type ReactNode } from "react";
import type { Preview as PreviewResult } from "../server/preview/preview-result.js";
import type { Progress as Done } from "../server/stream.js";
import { Problem } from "./loaded.js";
import { GainsAndLosses } from "./preview/gains.js";
import { MostChanged } from "./preview/most-changed.js";
import { Subjects } from "./preview/subjects.js";
import { count, counted } from "./format-numbers.js";
import { useStream } from "./use-stream.js";
import { momentOf, OWN_ZONE } from "./moments.js";
import { formatSummary } from "./preview/format.js";
import { Action } from "./action.js";

const SIZES = ["200", "1000", "5000"];

interface PreviewProps {
  readonly draftId: string;
  /**
   * Proposed time of the preview as a `datetime-local` value: the start of the first scheduled change, or "" for the
   * current time.
   */
  readonly at: string;
}

/** Preview of a draft. It replays recent searches and listings with the draft and shows the differences. */
export function Preview({ draftId, at: proposed }: PreviewProps) {
  const { work, run: begin, cancel } = useStream<PreviewResult>("preview", draftId);
  const [responses, setResponses] = useState("1000");
  const [at, setAt] = useState(proposed);
  const run = () =>
    void begin({ draft_id: draftId, responses: Number(responses), ...(at !== "" && { at: momentOf(at, OWN_ZONE) }) });
  const isRunning = work.kind === "running";
  return (
    <Stack component="section" aria-label="Preview">
      <Group align="flex-end">
        <TextInput
          label="Preview at"
          description="Empty: now"
          type="datetime-local"
          value={at}
          disabled={isRunning}
          onChange={({ currentTarget }) => setAt(currentTarget.value)}
        />
        <Select
          label="Recent searches"
          data={SIZES.map((value) => ({ value, label: count(Number(value)) }))}
          value={responses}
          onChange={(value) => setResponses(value ?? responses)}
          disabled={isRunning}
          w={130}
        />
        <Action label="Preview with recent searches" onClick={run} loading={isRunning} />
        {isRunning && <Action label="Cancel" onClick={cancel} />}
      </Group>
      {isRunning && <Running progress={work.progress} />}
      {work.kind === "failed" && <Problem error={work.error} onRetry={run} />}
      {work.kind === "done" && <Result result={work.result} />}
    </Stack>
  );
}

function Running({ progress }: { progress: Done | null }) {
  const { done, of } = progress ?? { done: 0, of: 0 };
  return (
    <Stack gap={4}>
      <Progress value={of === 0 ? 0 : (100 * done) / of} aria-label="Searches replayed" />
      <Text c="dimmed">
        {of === 0 ? "Loading recent searches…" : `${count(done)} of ${counted(of, "search", "searches")} replayed`}
      </Text>
    </Stack>
  );
}

function Result({ result }: { result: PreviewResult }) {
  const { responses, failures, subjects } = result;
  if (responses.found === 0) {
    return (
      <Alert title="No recent searches yet" role="status">
        The preview replays first pages of searches and listings. It needs visits of shoppers who agreed to
        personalization. Devices in the control group or in the variant of an A/B test are left out.
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
        <Alert color="orange" title="Some searches could not be replayed">
          {failures.map(({ reason, only_draft, times }) => (
            <Text key={`${reason} ${only_draft}`}>
              {`${counted(times, "search", "searches")} failed${only_draft ? " with the draft only" : ""}: ${reason}`}
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
          <Section title="Gains and losses">
            <GainsAndLosses result={result} />
          </Section>
        </>
      )}
    </Stack>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack gap="xs" component="section" aria-label={title}>
    <Title order={2} size="h4">
      {title}
    </Title>
    {children}
  </Stack>
);
