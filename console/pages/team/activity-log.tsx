import { Card, Group, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { AuditEntry } from "../../server/people/audit.js";
import { api } from "../../api.js";
import { More } from "../../parts/action.js";
import { Answered } from "../../parts/loaded.js";
import { shownMoment } from "../../parts/moments.js";

/** Maximum number of activity log entries in a response of the service. */
const PAGE = 100;

export function ActivityLog() {
  const query = useInfiniteQuery({
    queryKey: ["audit"],
    queryFn: ({ pageParam }) =>
      api.get<readonly AuditEntry[]>(`people/audit${pageParam === null ? "" : `?before=${pageParam}`}`),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < PAGE ? null : (page.at(-1)?.at ?? null)),
  });
  return (
    <Stack>
      <Text>Shows the newest 5,000 changes and sign-ins.</Text>
      <Answered query={query}>
        {({ pages }) => (
          <Card withBorder>
            <Stack gap="sm" role="list" aria-label="Activity log">
              {pages.flat().map(({ at, name, email, did, what }) => (
                <Group key={`${at} ${email} ${did} ${what}`} justify="space-between" gap={4} role="listitem">
                  <Text title={email}>
                    <b>{name}</b> {did}
                    {what === "" ? "" : `: ${what}`}
                  </Text>
                  <Text c="dimmed">{shownMoment(at)}</Text>
                </Group>
              ))}
            </Stack>
          </Card>
        )}
      </Answered>
      <More label="Show older activity" query={query} />
    </Stack>
  );
}
