import { Anchor, Badge, Button, Group, Modal, Stack, Table, Text, TextInput, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { History, PublicationView } from "../../server/drafts/publication-routes.js";
import type { Review } from "../../../src/publishing/index.js";
import type { PublicationEntry } from "../../../src/storefront/publications.js";
import { api, ApiError } from "../../api.js";
import { Answered } from "../../parts/loaded.js";
import { Changes } from "../../parts/changes.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { shownMoment } from "../../parts/moments.js";
import { useSession } from "../../parts/session.js";
import { Accepted, isRefusedForLosses, useGate } from "../../parts/review.js";

/** History page: lists publications with their authors, and reverts them. */
export default function HistoryPage() {
  const query = useInfiniteQuery({
    queryKey: ["publications"],
    queryFn: ({ pageParam }) => api.get<History>(`publications${pageParam === null ? "" : `?before=${pageParam}`}`),
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }) => before,
  });
  const [shown, setShown] = useState<PublicationEntry | null>(null);
  const [undone, setUndone] = useState<PublicationEntry | null>(null);
  return (
    <Stack>
      <Title order={1} size="h2">
        History
      </Title>
      <Text size="sm">Every change that shoppers have seen, whoever made it and whichever way.</Text>
      <Answered query={query}>
        {({ pages }) => {
          const publications = pages.flatMap((page) => page.publications);
          if (publications.length === 0) return <Text>Nothing has been published yet.</Text>;
          return <List publications={publications} onShow={setShown} onUndo={setUndone} />;
        }}
      </Answered>
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Earlier ones
        </Button>
      )}
      {shown !== null && <Diff publication={shown} onClose={() => setShown(null)} />}
      {undone !== null && <Undo publication={undone} onClose={() => setUndone(null)} />}
    </Stack>
  );
}

interface ListProps {
  readonly publications: readonly PublicationEntry[];
  readonly onShow: (publication: PublicationEntry) => void;
  readonly onUndo: (publication: PublicationEntry) => void;
}

function List({ publications, onShow, onUndo }: ListProps) {
  const { may } = useSession();
  const numbers = new Map(publications.map(({ id, number }) => [id, number]));
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Number</Table.Th>
            <Table.Th>When, who</Table.Th>
            <Table.Th>Note</Table.Th>
            <Table.Th>Changes</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {publications.map((publication, at) => (
            <Table.Tr key={publication.id}>
              <Table.Td>
                {publication.number}{" "}
                {at === 0 && (
                  <Badge size="sm" miw="max-content">
                    In force
                  </Badge>
                )}
              </Table.Td>
              <Table.Td style={{ wordBreak: "break-word" }}>
                {shownMoment(publication.at)}
                <Text size="xs">{publication.author}</Text>
              </Table.Td>
              <Table.Td style={{ wordBreak: "break-word" }}>
                {publication.note === "" ? "–" : publication.note}
                {publication.undo_of !== null && (
                  <Text size="xs">takes back {numbers.get(publication.undo_of) ?? "an earlier one"}</Text>
                )}
                {publication.accepted_impact !== undefined && <Accepted impact={publication.accepted_impact} />}
              </Table.Td>
              <Table.Td>
                <Group gap={4}>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`${changesOf(publication)} of publication ${publication.number}`}
                    onClick={() => onShow(publication)}
                  >
                    {changesOf(publication)}
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Undo ${publication.number}`}
                    disabled={!may("publisher")}
                    onClick={() => onUndo(publication)}
                  >
                    Undo
                  </Button>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const changesOf = ({ changes }: PublicationEntry) => (changes === 1 ? "1 change" : `${changes} changes`);

interface DialogProps {
  readonly publication: PublicationEntry;
  readonly onClose: () => void;
}

function useDiff({ id }: PublicationEntry) {
  return useQuery({ queryKey: ["publication", id], queryFn: () => api.get<PublicationView>(`publications/${id}`) });
}

function Diff({ publication, onClose }: DialogProps) {
  const query = useDiff(publication);
  return (
    <Modal opened onClose={onClose} size="xl" title={`Publication ${publication.number}`}>
      <Answered query={query}>{({ diff }) => <Changes changes={diff} title={`By ${publication.author}`} />}</Answered>
    </Modal>
  );
}

function Undo({ publication, onClose }: DialogProps) {
  const { id, number } = publication;
  const query = useDiff(publication);
  const queries = useQueryClient();
  const [note, setNote] = useState(`Undo ${number}`);
  const undo = useMutation({
    mutationFn: () => api.send("POST", `publications/${id}/undo`, { note, ...gate.accepting }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ["publications"] });
      notifications.show({ message: `Publication ${number} is undone.`, color: "green" });
      onClose();
    },
  });
  const context = undo.error instanceof ApiError ? undo.error.context : null;
  const load = (signal: AbortSignal) => api.get<Review>(`publications/${id}/undo`, signal);
  const gate = useGate(["undo", id], load, undo.error);
  const draft = (context as { draft?: string } | null)?.draft;
  return (
    <FormDialog
      title={`Undo publication ${number}?`}
      word={gate.isLossy ? "Undo anyway" : "Undo"}
      size="xl"
      error={isRefusedForLosses(undo.error) ? null : undo.error}
      isBusy={undo.isPending}
      isDisabled={draft !== undefined || !gate.isOpen}
      isGrave={gate.isLossy}
      onClose={onClose}
      onSubmit={() => undo.mutate()}
    >
      {gate.view}
      {draft !== undefined && (
        <Text size="sm">
          What can be undone is in a draft now:{" "}
          <Anchor component={Link} href={`/console/drafts/${draft}`}>
            settle the rest there
          </Anchor>
          .
        </Text>
      )}
      <Text size="sm">What was published since stays.</Text>
      <Answered query={query}>{({ diff }) => <Changes changes={diff} title="What it changed" />}</Answered>
      <TextInput
        label="Note"
        maxLength={2000}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </FormDialog>
  );
}
