import { Group, List, Progress, Stack, Text } from "@mantine/core";
import type { SynonymRule } from "../../../src/storefront/search-configuration.js";
import { Problem } from "../../parts/loaded.js";
import { formatSynonym } from "../../parts/format-changes.js";
import { count } from "../../parts/format-numbers.js";
import { RowsTable } from "../../parts/rows-table.js";
import { useStream } from "../../parts/use-stream.js";
import type { ProposedSynonym, SynonymProposals } from "../../server/synonyms/propose-synonyms.js";
import { Action } from "../../parts/action.js";

interface ProposedProps {
  readonly draftId: string | undefined;
  readonly taken: readonly SynonymRule[];
  readonly onAdd: (synonym: SynonymRule) => void;
}

export function ProposedSynonyms({ draftId, taken, onAdd }: ProposedProps) {
  const { work, run, cancel } = useStream<SynonymProposals>("synonyms/proposed", draftId ?? "");
  const begin = () => void run(draftId === undefined ? {} : { draft_id: draftId });
  return (
    <Stack component="section" aria-label="Suggested synonyms">
      <Group>
        <Action label="Suggest synonyms" onClick={begin} loading={work.kind === "running"} />
        {work.kind === "running" && <Action label="Cancel" onClick={cancel} />}
      </Group>
      {work.kind === "running" && (
        <Progress
          value={(100 * (work.progress?.done ?? 0)) / (work.progress?.of ?? 1)}
          aria-label="Progress of the synonym suggestions"
        />
      )}
      {work.kind === "failed" && <Problem error={work.error} onRetry={begin} />}
      {work.kind === "done" && <Proposals found={work.result} taken={taken} onAdd={onAdd} />}
    </Stack>
  );
}

function isTaken({ terms, to = [] }: SynonymRule, taken: readonly SynonymRule[]): boolean {
  return taken.some((one) =>
    one.to === undefined
      ? [...terms, ...to].every((term) => one.terms.includes(term))
      : to.length > 0 && one.terms.join() === terms.join() && to.every((term) => one.to?.includes(term)),
  );
}

function Proposals({
  found: { days, least_devices, proposals },
  taken,
  onAdd,
}: Omit<ProposedProps, "draftId"> & { found: SynonymProposals }) {
  return (
    <Stack gap="xs">
      <RowsTable
        title="Suggested synonyms"
        about={`In the last ${days} days, at least ${least_devices} shoppers replaced one of the two words with the other word and searched again. Result counts exclude semantic search.`}
        columns={[
          { label: "Words", cell: ({ rule }: ProposedSynonym) => formatSynonym(rule) },
          { label: "Evidence", cell: ({ evidence }) => evidence.map((text) => <Text key={text}>{text}</Text>) }, // prettier-ignore
          { label: "Effect", cell: ({ changes }) => <Changes changes={changes} /> },
          {
            label: "Action",
            cell: ({ rule }) => (
              <Action label="Add" name={`Add ${formatSynonym(rule)}`} size="compact-xs" onClick={() => onAdd(rule)} />
            ),
          },
        ]}
        rows={proposals.filter(({ rule }) => !isTaken(rule, taken))}
        keyOf={({ rule }) => formatSynonym(rule)}
        none="No suggestions yet. Suggestions appear when shoppers repeat a search with another word."
      />
    </Stack>
  );
}

const Changes = ({ changes }: Pick<ProposedSynonym, "changes">) => (
  <List size="sm">
    {changes.map(({ query, before, after, titles }) => (
      <List.Item key={query}>
        “{query}”: {count(before)} → {count(after)} results: {titles.join(" · ")}
      </List.Item>
    ))}
  </List>
);
