import { Table, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BuiltInSynonyms as Found } from "../../server/synonyms/routes.js";
import { api } from "../../api.js";
import { count } from "../../parts/format-numbers.js";
import { Answered } from "../../parts/loaded.js";
import { Section } from "../../parts/section.js";

const SHOWN = 10;

export function BuiltInSynonyms() {
  const [typed, setTyped] = useState("");
  const query = useQuery({
    queryKey: ["built-in synonyms"],
    queryFn: () => api.get<Found>("synonyms/built-in"),
    staleTime: Infinity,
  });
  const wanted = typed.trim().toLowerCase();
  return (
    <Section title="Built-in synonyms">
      <Answered query={query}>
        {({ language, isEnabled, synonyms }) => {
          const found = synonyms.filter(({ terms, to = [] }) =>
            [...terms, ...to].some((term) => term.toLowerCase().includes(wanted)),
          );
          return (
            <>
              <Text>
                {isEnabled
                  ? `Searches in this shop (${language}) also use ${count(synonyms.length)} built-in synonyms.`
                  : "This shop does not use the built-in synonyms."}
              </Text>
              {synonyms.length > SHOWN && (
                <TextInput
                  aria-label="Search built-in synonyms"
                  placeholder="Search built-in synonyms"
                  value={typed}
                  onChange={({ currentTarget }) => setTyped(currentTarget.value)}
                />
              )}
              <Table>
                <Table.Tbody>
                  {found.slice(0, SHOWN).map(({ terms, to }) => (
                    <Table.Tr key={terms.join()}>
                      <Table.Td>{terms.join(", ")}</Table.Td>
                      <Table.Td>{to === undefined ? "Two-way" : `Also find ${to.join(", ")}`}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
              {found.length > SHOWN && (
                <Text size="xs" c="dimmed">
                  {count(SHOWN)} of {count(found.length)}. Search to find the others.
                </Text>
              )}
            </>
          );
        }}
      </Answered>
    </Section>
  );
}
