import { Button, Stack, Table, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { AuditEntry } from "../../server/people/audit.js";
import { api } from "../../api.js";
import { Answered } from "../../parts/loaded.js";
import { shownMoment } from "../../parts/moments.js";

/** Audit log of this shop's console, newest entry first. */
export function AuditLog() {
  const query = useInfiniteQuery({
    queryKey: ["audit"],
    queryFn: ({ pageParam }) =>
      api.get<readonly AuditEntry[]>(`people/audit${pageParam === null ? "" : `?before=${pageParam}`}`),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.at(-1)?.at ?? null,
  });
  return (
    <Stack>
      <Text size="sm">The newest 5,000 changes and sign-ins; of what came from programs see History.</Text>
      <Answered query={query}>
        {({ pages }) => (
          <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>When</Table.Th>
                  <Table.Th>Who</Table.Th>
                  <Table.Th>What</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {pages.flat().map(({ at, name, email, did, what }) => (
                  <Table.Tr key={`${at} ${email} ${did} ${what}`}>
                    <Table.Td>{shownMoment(at)}</Table.Td>
                    <Table.Td title={email}>{name}</Table.Td>
                    <Table.Td style={{ wordBreak: "break-word" }}>
                      {did}
                      {what === "" ? "" : `: ${what}`}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Answered>
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Earlier ones
        </Button>
      )}
    </Stack>
  );
}
