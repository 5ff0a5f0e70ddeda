import { Card, Stack, Table, Text, TextInput, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BuiltInSynonyms as Found } from "../../server/synonyms/built-in.js";
import { api } from "../../api.js";
import { count } from "../../parts/format-numbers.js";
import { Answered } from "../../parts/loaded.js";

const TYPING_MS = 300;

/** Synonyms that come with the search of the shop's language. */
export function BuiltInSynonyms() {
  const [typed, setTyped] = useState("");
  const [wanted] = useDebouncedValue(typed.trim(), TYPING_MS);
  const query = useQuery({
    queryKey: ["built-in synonyms", wanted],
    queryFn: () => api.get<Found>(`synonyms/built-in?q=${encodeURIComponent(wanted)}`),
    placeholderData: keepPreviousData,
  });
  return (
    <Card withBorder component="section" aria-label="Built-in synonyms">
      <Stack gap="xs">
        <Title order={2} size="h4">
          Built-in synonyms
        </Title>
        <Text size="sm">Every search in this language uses them. A synonym of your own is applied in addition.</Text>
        <TextInput
          aria-label="Search built-in synonyms"
          placeholder="Search built-in synonyms"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Answered query={query}>
          {({ total, synonyms }) => (
            <>
              <Table>
                <Table.Tbody>
                  {synonyms.map(({ terms, to }) => (
                    <Table.Tr key={terms.join()}>
                      <Table.Td>{terms.join(", ")}</Table.Td>
                      <Table.Td>{to === undefined ? "Two-way" : `Also find ${to.join(", ")}`}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
              <Text size="xs" c="dimmed">
                {total > synonyms.length ? `${count(synonyms.length)} of ${count(total)}` : count(total)}
              </Text>
            </>
          )}
        </Answered>
      </Stack>
    </Card>
  );
}
