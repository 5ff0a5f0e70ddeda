import { Button, Group, List, Modal, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { GenerationRole, GenerationRow, RollbackEffect } from "../../server/catalog/generations.js";
import { api } from "../../api.js";
import { Answered } from "../../parts/loaded.js";
import { count } from "../../parts/format-numbers.js";
import { shownMoment } from "../../parts/moments.js";
import { RowsTable } from "../../parts/rows-table.js";
import { StateBadge } from "../../parts/state-badge.js";

const ROLES: Readonly<Record<GenerationRole, { readonly label: string; readonly color: string }>> = {
  live: { label: "shoppers see it", color: "green" },
  previous: { label: "the one before", color: "gray" },
  kept: { label: "still read", color: "gray" },
};

/** Table of the stored catalogue generations, with a rollback to the previous one. */
export function Generations() {
  const [isAsking, setAsking] = useState(false);
  const generations = useQuery({
    queryKey: ["generations"],
    queryFn: ({ signal }) => api.get<GenerationRow[]>("catalog/generations", signal),
  });
  return (
    <Answered query={generations}>
      {(rows) => (
        <>
          <RowsTable
            title="Generations"
            about="Each feed of the whole catalogue makes a new one. The one before is kept for a time, to go back to."
            columns={[
              { label: "Of job", cell: ({ job }: GenerationRow) => job },
              { label: "Made", cell: ({ created_at }) => (created_at === null ? "" : shownMoment(created_at)) },
              {
                label: "State",
                cell: ({ role }) => <StateBadge color={ROLES[role].color}>{ROLES[role].label}</StateBadge>,
              },
              { label: "Products sold", isNumber: true, cell: ({ products }) => count(products) },
              { label: "Not sold", isNumber: true, cell: ({ inactive }) => count(inactive) },
              { label: "Kept until", cell: ({ kept_until }) => (kept_until === null ? "" : shownMoment(kept_until)) },
              {
                label: "Actions",
                cell: ({ role, job }) =>
                  role === "previous" && (
                    <Button
                      size="compact-xs"
                      variant="default"
                      onClick={() => setAsking(true)}
                      aria-label={`Go back to it, the generation of job ${job}`}
                    >
                      Go back to it
                    </Button>
                  ),
              },
            ]}
            rows={rows}
            keyOf={({ index }) => index}
            none="Nothing has been ingested yet."
          />
          <Modal opened={isAsking} onClose={() => setAsking(false)} title="Go back to the generation before?">
            {isAsking && <Confirm onClose={() => setAsking(false)} />}
          </Modal>
        </>
      )}
    </Answered>
  );
}

/** Dialog that lists the effects of a rollback before it runs. */
function Confirm({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const effect = useQuery({
    queryKey: ["rollback effect"],
    queryFn: ({ signal }) => api.get<RollbackEffect | null>("catalog/generations/effect", signal),
    gcTime: 0,
  });
  const back = useMutation({
    mutationFn: (to: string) => api.send("POST", "catalog/generations/roll-back", { to }),
    onSuccess: () => notifications.show({ color: "green", message: "Shoppers see the generation before again." }),
    onError: (error) => notifications.show({ color: "red", title: "Not gone back", message: error.message }),
    onSettled: () => {
      onClose();
      return queries.invalidateQueries();
    },
  });
  return (
    <Answered query={effect}>
      {(found) =>
        found === null ? (
          <Text size="sm">There is no generation to go back to any more.</Text>
        ) : (
          <Stack>
            <Text size="sm">Shoppers see this a moment later:</Text>
            <List size="sm">
              <List.Item>{count(found.returns)} products are sold again</List.Item>
              <List.Item>{count(found.fields)} products are sold no more</List.Item>
              <List.Item>{count(found.changes)} products have other data, such as prices</List.Item>
              <List.Item>{count(found.same)} products stay as they are</List.Item>
            </List>
            <Text size="sm">
              The generation of now is kept, so you can come back to it. The next feed goes on from what you choose.
            </Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Stay
              </Button>
              <Button color="red.8" loading={back.isPending} onClick={() => back.mutate(found.to)}>
                Go back
              </Button>
            </Group>
          </Stack>
        )
      }
    </Answered>
  );
}
