import { Group, SegmentedControl, SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { HomeReport } from "../../server/home/home.js";
import { api } from "../../api.js";
import { Answered } from "../../parts/loaded.js";
import { Page } from "../../parts/page.js";
import { Changes, LastImport, NowRunning } from "./activity.js";
import { Metrics } from "./metrics.js";
import { ToFix } from "./to-fix.js";

const PERIODS = [
  { value: "7", label: "Last 7 days" },
  { value: "28", label: "Last 28 days" },
];

const FRESH_MS = 300_000;

export default function HomePage() {
  const [days, setDays] = useState("7");
  const report = useQuery({
    queryKey: ["home", days],
    queryFn: ({ signal }) => api.get<HomeReport>(`home?days=${days}`, signal),
    staleTime: FRESH_MS,
  });
  return (
    <Page title="Home">
      <Group>
        <SegmentedControl aria-label="Period" data={PERIODS} value={days} onChange={setDays} />
      </Group>
      <Answered query={report}>{(made) => <Metrics report={made} />}</Answered>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Answered query={report}>
          {({ to_fix, searches }) => <ToFix {...to_fix} isEmpty={searches.value === 0} />}
        </Answered>
        <Stack>
          <LastImport />
          <NowRunning />
          <Changes />
        </Stack>
      </SimpleGrid>
    </Page>
  );
}
