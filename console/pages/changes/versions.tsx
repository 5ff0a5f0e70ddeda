import { Anchor, Badge, Card, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { History, PublicationView } from "../../server/drafts/publication-routes.js";
import type { UndoReview } from "../../server/drafts/publish.js";
import type { PublicationEntry } from "../../../src/storefront/publications.js";
import { api, ApiError } from "../../api.js";
import { Changes } from "../../parts/changes.js";
import { counted } from "../../parts/format-numbers.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { Answered } from "../../parts/loaded.js";
import { shownMoment } from "../../parts/moments.js";
import { Accepted, useGate } from "../../parts/review.js";
import { useSession } from "../../parts/session.js";
import { undoneBy } from "./undone-by.js";
import { Action, More } from "../../parts/action.js";

export function Versions() {
  const query = useInfiniteQuery({
    queryKey: ["publications"],
    queryFn: ({ pageParam }) => api.get<History>(`publications${pageParam === null ? "" : `?before=${pageParam}`}`),
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }) => before,
  });
  const { may } = useSession();
  const [shown, setShown] = useState<PublicationEntry | null>(null);
  const [undone, setUndone] = useState<PublicationEntry | null>(null);
  return (
    <Answered query={query}>
      {({ pages }) => {
        const publications = pages.flatMap((page) => page.publications);
        const undoneIn = undoneBy(publications);
        return (
          <Stack>
            {publications.length === 0 && <Text>No changes have been published yet.</Text>}
            {publications.map((one, at) => (
              <Card key={one.id} withBorder padding="sm" component="section" aria-label={`Version ${one.number}`}>
                <Group justify="space-between" align="flex-start">
                  <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
                    <Group gap="xs">
                      <Text size="md" fw={600}>
                        Version {one.number}
                      </Text>
                      {at === 0 && <Badge tt="none">Live</Badge>}
                      {undoneIn.has(one.id) && (
                        <Badge tt="none" variant="default">
                          Undone in version {undoneIn.get(one.id)}
                        </Badge>
                      )}
                    </Group>
                    <Text>{one.note}</Text>
                    <Text c="dimmed">
                      {one.author}, {shownMoment(one.at)}
                    </Text>
                    {one.accepted_impact !== undefined && <Accepted impact={one.accepted_impact} />}
                  </div>
                  <Group gap="xs">
                    <Action
                      label={changesOf(one)}
                      name={`${changesOf(one)}: show details of version ${one.number}`}
                      size="compact-sm"
                      onClick={() => setShown(one)}
                    />
                    {may("publisher") && !undoneIn.has(one.id) && (
                      <Action
                        label="Undo"
                        name={`Undo version ${one.number}`}
                        size="compact-sm"
                        onClick={() => setUndone(one)}
                      />
                    )}
                  </Group>
                </Group>
              </Card>
            ))}
            <More label="Show earlier versions" query={query} />
            {shown !== null && <Diff publication={shown} onClose={() => setShown(null)} />}
            {undone !== null && <Undo publication={undone} onClose={() => setUndone(null)} />}
          </Stack>
        );
      }}
    </Answered>
  );
}

const changesOf = ({ changes }: PublicationEntry) => counted(changes, "change");

interface DialogProps {
  readonly publication: PublicationEntry;
  readonly onClose: () => void;
}

function Diff({ publication: { id, number, author }, onClose }: DialogProps) {
  const query = useQuery({
    queryKey: ["publication", id],
    queryFn: () => api.get<PublicationView>(`publications/${id}`),
  });
  return (
    <Modal opened onClose={onClose} size="xl" title={`Version ${number}`}>
      <Answered query={query}>{({ diff }) => <Changes changes={diff} title={`Changes by ${author}`} />}</Answered>
    </Modal>
  );
}

function Undo({ publication: { id, number }, onClose }: DialogProps) {
  const queries = useQueryClient();
  const [note, setNote] = useState(`Undo version ${number}`);
  const undo = useMutation({
    mutationFn: () => api.send("POST", `publications/${id}/undo`, { note, ...gate.accepting }),
    onSuccess: () => {
      void queries.invalidateQueries();
      notifications.show({ message: `Version ${number} is undone.`, color: "green" });
      onClose();
    },
  });
  const context = undo.error instanceof ApiError ? undo.error.context : null;
  const load = (signal: AbortSignal) => api.get<UndoReview>(`publications/${id}/undo`, signal);
  const gate = useGate(["undo", id], load, undo.error);
  const draft = (context as { draft?: string } | null)?.draft;
  return (
    <FormDialog
      title={`Undo version ${number}?`}
      word={gate.isLossy ? "Undo anyway" : "Undo"}
      size="xl"
      request={undo}
      isDisabled={draft !== undefined || !gate.isOpen}
      isGrave={gate.isLossy}
      onClose={onClose}
      onSubmit={() => undo.mutate()}
    >
      {gate.changes !== null && (
        <Changes
          changes={gate.changes}
          title="Changes to the live version"
          about="Changes of later versions stay live."
        />
      )}
      {gate.view}
      {draft !== undefined && (
        <Text>
          Later versions changed the same items. The parts that can be undone are in a{" "}
          <Anchor component={Link} href={`/console/changes?tab=drafts`}>
            new draft
          </Anchor>
          , where you can resolve the conflicts.
        </Text>
      )}
      <TextInput
        label="Note"
        maxLength={2000}
        data-autofocus
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </FormDialog>
  );
}
