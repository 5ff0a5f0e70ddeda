import { Accordion, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { ExperimentEntry } from "../../server/experiments/ended.js";
import { counted, percent } from "../../parts/format-numbers.js";
import { shownDay } from "../../parts/moments.js";
import { Accepted } from "../../parts/review.js";
import { ResultsOf } from "./results.js";

/** List of ended tests. Results are computed when an entry is opened. */
export function EndedList({ ended }: { readonly ended: readonly ExperimentEntry[] }) {
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
              <Text style={{ overflowWrap: "anywhere" }}>{one.name}</Text>
              <Text size="sm" c="dimmed">
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

/** Plan of a test: hypothesis, shares, duration and accepted impact. */
export const About = ({ experiment }: { readonly experiment: ExperimentEntry }) => {
  const { hypothesis, share, split, days, holdout_share, accepted_impact = [] } = experiment;
  return (
    <Stack gap={4}>
      {hypothesis !== null && <Text style={{ overflowWrap: "anywhere" }}>{hypothesis}</Text>}
      <Text size="sm" c="dimmed">
        {percent(share)} of the devices take part, and {percent(split)} of these see the variant. Control group:{" "}
        {percent(holdout_share)}. Planned for {counted(days, "day")}.
      </Text>
      {accepted_impact.map((impact, at) => (
        <Accepted key={at} impact={impact} />
      ))}
    </Stack>
  );
};
