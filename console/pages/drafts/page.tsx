import { Anchor, Button, Group, Stack, Table, Text, TextInput, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import type { DraftEntry, OpenedDraft } from "../../server/drafts/draft.js";
import { api } from "../../api.js";
import { Answered } from "../../parts/loaded.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { shownMoment } from "../../parts/moments.js";
import { useSession } from "../../parts/session.js";

/** Drafts page: lists, creates and deletes drafts. */
export default function DraftsPage() {
  const query = useQuery({ queryKey: ["drafts"], queryFn: () => api.get<DraftEntry[]>("drafts") });
  const { may } = useSession();
  const [isNew, setNew] = useState(false);
  const [doomed, setDoomed] = useState<DraftEntry | null>(null);
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1} size="h2">
          Drafts
        </Title>
        <Button disabled={!may("editor")} onClick={() => setNew(true)}>
          New draft
        </Button>
      </Group>
      <Text size="sm">Shoppers see nothing of a draft until it is published.</Text>
      <Answered query={query}>
        {(drafts) =>
          drafts.length === 0 ? <Text>There are no drafts.</Text> : <List drafts={drafts} onDelete={setDoomed} />
        }
      </Answered>
      {isNew && <NewDraft onClose={() => setNew(false)} />}
      {doomed !== null && <DeleteDraft draft={doomed} onClose={() => setDoomed(null)} />}
    </Stack>
  );
}

interface ListProps {
  readonly drafts: readonly DraftEntry[];
  readonly onDelete: (draft: DraftEntry) => void;
}

const List = ({ drafts, onDelete }: ListProps) => {
  const { may } = useSession();
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Title</Table.Th>
            <Table.Th>Changes</Table.Th>
            <Table.Th>Last changed</Table.Th>
            <Table.Th>Delete</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {drafts.map((draft) => (
            <Table.Tr key={draft.id}>
              <Table.Td style={{ wordBreak: "break-word" }}>
                <Anchor component={Link} href={`/console/drafts/${draft.id}`}>
                  {draft.title}
                </Anchor>
              </Table.Td>
              <Table.Td>{draft.changes}</Table.Td>
              <Table.Td>
                {shownMoment(draft.updated_at)} by {draft.updated_by}
              </Table.Td>
              <Table.Td>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Delete ${draft.title}`}
                  disabled={!may("editor")}
                  onClick={() => onDelete(draft)}
                >
                  Delete
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
};

function NewDraft({ onClose }: { readonly onClose: () => void }) {
  const [title, setTitle] = useState("");
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const begin = useMutation({
    mutationFn: () => api.send<OpenedDraft>("POST", "drafts", { title }),
    onSuccess: async (draft) => {
      await queries.invalidateQueries({ queryKey: ["drafts"] });
      navigate(`/console/drafts/${draft.id}`);
    },
  });
  return (
    <FormDialog
      title="New draft"
      word="Begin"
      error={begin.error}
      isBusy={begin.isPending}
      isDisabled={title.trim() === ""}
      onClose={onClose}
      onSubmit={() => begin.mutate()}
    >
      <TextInput
        label="Title"
        description="It begins as what shoppers see now."
        required
        maxLength={200}
        data-autofocus
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
    </FormDialog>
  );
}

function DeleteDraft({ draft, onClose }: { readonly draft: DraftEntry; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => {
      const { version } = await api.get<OpenedDraft>(`drafts/${draft.id}`);
      return api.send("DELETE", `drafts/${draft.id}`, { version });
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ["drafts"] });
      onClose();
    },
  });
  return (
    <FormDialog
      title="Delete this draft?"
      word="Delete"
      cancelWord="Keep it"
      error={remove.error}
      isBusy={remove.isPending}
      isGrave
      onClose={onClose}
      onSubmit={() => remove.mutate()}
    >
      <Text>
        “{draft.title}” has {draft.changes === 1 ? "a change" : `${draft.changes} changes`}, last by {draft.updated_by}.
        It cannot be brought back.
      </Text>
    </FormDialog>
  );
}
