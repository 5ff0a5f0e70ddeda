import { Accordion, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { ExperimentEntry } from "../../server/experiments/ended.js";
import { counted, percent } from "../../parts/format-numbers.js";
import { shownDay } from "../../parts/moments.js";
import { Accepted } from "../../parts/review.js";
import { ResultsOf } from "./results.js";

export function EndedList({ ended }: { ended: readonly ExperimentEntry[] }) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Stack component="section" gap="sm" aria-label="Ended tests">
      <Title order={2} size="h3">
        Ended tests
      </Title>
      <Accordion value={open} onChange={setOpen} variant="contained">
        {ended.map((one) => (
          <Accordion.Item key={one.id} value={one.id}>
            <Accordion.Control>
              <Text size="md" style={{ overflowWrap: "anywhere" }}>
                {one.name}
              </Text>
              <Text c="dimmed">
                {one.outcome === "publish_b" ? "Variant published" : "Original kept"} by {one.ended_by ?? "–"},{" "}
                {shownDay(one.started_at)} to {shownDay(one.ended_at ?? one.started_at)}
              </Text>
            </Accordion.Control>
            <Accordion.Panel>
              <Stack>
                <About experiment={one} />
                {open === one.id && <ResultsOf id={one.id} />}
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  );
}

export const About = ({ experiment }: { experiment: ExperimentEntry }) => {
  const { hypothesis, share, split, days, holdout_share, accepted_impact = [] } = experiment;
  return (
    <Stack gap={4}>
      {hypothesis !== null && (
        <Text size="md" style={{ overflowWrap: "anywhere" }}>
          {hypothesis}
        </Text>
      )}
      <Text c="dimmed">
        {percent(share)} of the devices take part, and {percent(split)} of these see the variant. Control group:{" "}
        {percent(holdout_share)}. Planned for {counted(days, "day")}.
      </Text>
      {accepted_impact.map((impact, at) => (
        <Accepted key={at} impact={impact} />
      ))}
    </Stack>
  );
};
