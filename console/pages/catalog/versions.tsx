import { List, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { GenerationRole, GenerationRow, RollbackEffect } from "../../server/catalog/generations.js";
import { api } from "../../api.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { Answered } from "../../parts/loaded.js";
import { count } from "../../parts/format-numbers.js";
import { shownMoment } from "../../parts/moments.js";
import { RowsTable } from "../../parts/rows-table.js";
import { useSession } from "../../parts/session.js";
import { StateBadge } from "../../parts/state-badge.js";
import { Action } from "../../parts/action.js";

const ROLES: Readonly<Record<GenerationRole, { readonly label: string; readonly color: string }>> = {
  live: { label: "live", color: "green" },
  previous: { label: "previous", color: "gray" },
  kept: { label: "expiring", color: "gray" },
};

export function Versions() {
  const { may } = useSession();
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
            title="Versions"
            about="Each import of the whole catalog creates a version. You can restore the previous version until it expires."
            columns={[
              { label: "Import", cell: ({ job }: GenerationRow) => job },
              { label: "Created", cell: ({ created_at }) => (created_at === null ? "" : shownMoment(created_at)) },
              {
                label: "Status",
                cell: ({ role }) => <StateBadge color={ROLES[role].color}>{ROLES[role].label}</StateBadge>,
              },
              { label: "Products for sale", isNumber: true, cell: ({ products }) => count(products) },
              { label: "Not for sale", isNumber: true, cell: ({ inactive }) => count(inactive) },
              {
                label: "Available until",
                cell: ({ kept_until }) => (kept_until === null ? "" : shownMoment(kept_until)),
              },
              {
                label: "Actions",
                cell: ({ role, job }) =>
                  role === "previous" &&
                  may("publisher") && (
                    <Action
                      label="Restore"
                      name={`Restore the version of import ${job}`}
                      size="compact-xs"
                      onClick={() => setAsking(true)}
                    />
                  ),
              },
            ]}
            rows={rows}
            keyOf={({ index }) => index}
            none="There are no versions yet. The first import creates one."
          />
          {isAsking && <Confirm onClose={() => setAsking(false)} />}
        </>
      )}
    </Answered>
  );
}

function Confirm({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const effect = useQuery({
    queryKey: ["rollback effect"],
    queryFn: ({ signal }) => api.get<RollbackEffect | null>("catalog/generations/effect", signal),
    gcTime: 0,
  });
  const back = useMutation({
    mutationFn: (to: string) => api.send("POST", "catalog/generations/roll-back", { to }),
    onSuccess: () => notifications.show({ color: "green", message: "The previous catalog version is live again." }),
    onError: (error) =>
      notifications.show({ color: "red", title: "Catalog version not restored", message: error.message }),
    onSettled: () => {
      onClose();
      return queries.invalidateQueries();
    },
  });
  const { data } = effect;
  return (
    <FormDialog
      title="Restore the previous catalog version?"
      word="Restore"
      request={back}
      isDisabled={data == null}
      isGrave
      onClose={onClose}
      onSubmit={() => data != null && back.mutate(data.to)}
    >
      <Answered query={effect}>
        {(found) =>
          found === null ? (
            <Text>There is no previous catalog version.</Text>
          ) : (
            <>
              <Text>Shoppers will see these changes within seconds:</Text>
              <List size="sm">
                <List.Item>{count(found.returns)} products are for sale again</List.Item>
                <List.Item>{count(found.fields)} products are no longer for sale</List.Item>
                <List.Item>{count(found.changes)} products change, for example their prices</List.Item>
                <List.Item>{count(found.same)} products stay the same</List.Item>
              </List>
              <Text>
                The current version is kept and can be restored in turn. The next import applies to the restored
                version.
              </Text>
            </>
          )
        }
      </Answered>
    </FormDialog>
  );
}
