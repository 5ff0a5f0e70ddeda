import { Alert, Button, Group, Paper, Progress, Select, Stack, Text, Title } from "@mantine/core";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { Preview as PreviewResult } from "../server/preview/preview-result.js";
import type { Progress as Done } from "../server/stream.js";
import { api } from "../api.js";
import { Problem } from "./answered.js";
import { GainsAndLosses } from "./preview/gains.js";
import { MostChanged } from "./preview/most-changed.js";
import { Subjects } from "./preview/subjects.js";
import { count } from "./in-figures.js";
import { counted, summaryWords } from "./preview/words.js";

type State =
  | { readonly kind: "idle" }
  | { readonly kind: "running"; readonly progress: Done | null }
  | { readonly kind: "failed"; readonly error: Error }
  | { readonly kind: "done"; readonly result: PreviewResult };

const SIZES = ["200", "1000", "5000"];

/** What a draft would have changed of what shoppers were answered lately. */
export function Preview({ draftId }: { readonly draftId: string }) {
  const [state, setState] = useState<State>({ kind: "idle" });
  const [answers, setAnswers] = useState("1000");
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), [draftId]);

  async function run() {
    const control = new AbortController();
    running.current?.abort();
    running.current = control;
    setState({ kind: "running", progress: null });
    try {
      const result = await api.stream<PreviewResult>(
        "preview",
        { draft_id: draftId, answers: Number(answers) },
        (progress) => setState({ kind: "running", progress }),
        control.signal,
      );
      setState({ kind: "done", result });
    } catch (error) {
      if (!control.signal.aborted) setState({ kind: "failed", error: error as Error });
    }
  }

  function cancel() {
    running.current?.abort();
    setState({ kind: "idle" });
  }

  const isRunning = state.kind === "running";
  return (
    <Stack component="section" aria-label="Preview">
      <Group align="flex-end">
        <Select
          label="Recent answers"
          data={SIZES.map((value) => ({ value, label: count(Number(value)) }))}
          value={answers}
          onChange={(value) => setAnswers(value ?? answers)}
          allowDeselect={false}
          disabled={isRunning}
          w={130}
        />
        <Button onClick={() => void run()} loading={isRunning}>
          Preview with recent traffic
        </Button>
        {isRunning && (
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
        )}
      </Group>
      {isRunning && <Running progress={state.progress} />}
      {state.kind === "failed" && <Problem error={state.error} onRetry={() => void run()} />}
      {state.kind === "done" && <Result result={state.result} />}
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
  const { answers, failures, subjects } = result;
  if (answers.found === 0) {
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
        {summaryWords(result).map((sentence) => (
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
          <Section title="Queries and listings that change">
            <Subjects result={result} />
          </Section>
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
    <Title order={3} size="h4">
      {title}
    </Title>
    {children}
  </Stack>
);
