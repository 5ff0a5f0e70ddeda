import { Button, Card, Group, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { AuditEntry } from "../../server/people/audit.js";
import { api } from "../../api.js";
import { Answered } from "../../parts/loaded.js";
import { shownMoment } from "../../parts/moments.js";

/** Changes and sign-ins in this shop's console, newest first. */
export function ActivityLog() {
  const query = useInfiniteQuery({
    queryKey: ["audit"],
    queryFn: ({ pageParam }) =>
      api.get<readonly AuditEntry[]>(`people/audit${pageParam === null ? "" : `?before=${pageParam}`}`),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.at(-1)?.at ?? null,
  });
  return (
    <Stack>
      <Text size="sm">The newest 5,000 changes and sign-ins.</Text>
      <Answered query={query}>
        {({ pages }) => (
          <Card withBorder py={0} role="list" aria-label="Activity log">
            {pages.flat().map(({ at, name, email, did, what }) => (
              <Card.Section key={`${at} ${email} ${did} ${what}`} withBorder inheritPadding py="xs" role="listitem">
                <Group justify="space-between" gap={4}>
                  <Text size="sm" title={email}>
                    <b>{name}</b> {did}
                    {what === "" ? "" : `: ${what}`}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {shownMoment(at)}
                  </Text>
                </Group>
              </Card.Section>
            ))}
          </Card>
        )}
      </Answered>
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show older activity
        </Button>
      )}
    </Stack>
  );
}
