import { Button, Group, List, Progress, Stack, Text } from "@mantine/core";
import type { SynonymRule } from "../../../src/storefront/search-configuration.js";
import { Problem } from "../../parts/loaded.js";
import { formatSynonym } from "../../parts/format-changes.js";
import { count } from "../../parts/format-numbers.js";
import { RowsTable } from "../../parts/rows-table.js";
import { useStream } from "../../parts/use-stream.js";
import type { ProposedSynonym, SynonymProposals } from "../../server/synonyms/propose-synonyms.js";

interface ProposedProps {
  readonly draftId: string;
  /** Synonyms already in the draft. */
  readonly taken: readonly SynonymRule[];
  readonly onAdd: (synonym: SynonymRule) => void;
}

/** Synonyms proposed from reformulated searches, to be added to the draft individually. */
export function ProposedSynonyms({ draftId, taken, onAdd }: ProposedProps) {
  const { work, run, cancel } = useStream<SynonymProposals>("synonyms/proposed", draftId);
  const begin = () => void run({ draft_id: draftId });
  return (
    <Stack component="section" aria-label="Proposed synonyms">
      <Group>
        <Button variant="default" onClick={begin} loading={work.kind === "running"}>
          Propose synonyms
        </Button>
        {work.kind === "running" && (
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
        )}
      </Group>
      {work.kind === "running" && (
        <Progress value={(100 * (work.progress?.done ?? 0)) / (work.progress?.of ?? 1)} aria-label="Synonyms tried" />
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
}: Omit<ProposedProps, "draftId"> & { readonly found: SynonymProposals }) {
  return (
    <Stack gap="xs">
      <RowsTable
        title="Proposed"
        about={`From the searches of ${days} days, where ${least_devices} or more shoppers replaced one word by the other. Hits are without semantic search.`}
        columns={[
          { label: "Words", cell: ({ rule }: ProposedSynonym) => formatSynonym(rule) },
          { label: "Why", cell: ({ evidence }) => evidence.map((text) => <Text key={text} size="sm">{text}</Text>) }, // prettier-ignore
          { label: "Would change", cell: ({ changes }) => <Changes changes={changes} /> },
          {
            label: "Do",
            cell: ({ rule }) => (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Add ${formatSynonym(rule)}`}
                onClick={() => onAdd(rule)}
              >
                Add
              </Button>
            ),
          },
        ]}
        rows={proposals.filter(({ rule }) => !isTaken(rule, taken))}
        keyOf={({ rule }) => formatSynonym(rule)}
        none="Nothing that is not a synonym already and would change a search."
      />
    </Stack>
  );
}

const Changes = ({ changes }: Pick<ProposedSynonym, "changes">) => (
  <List size="sm">
    {changes.map(({ query, before, after, titles }) => (
      <List.Item key={query}>
        “{query}” finds {count(after)} in place of {count(before)}: {titles.join(" · ")}
      </List.Item>
    ))}
  </List>
);
