import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Answered } from "../../parts/answered.js";
import { shown } from "../../parts/rule-in-words.js";
import { fieldLabel } from "../../parts/values.js";
import { FACET_ORDERS, FACET_TYPES, FacetForm, type FacetDocument } from "./facet-form.js";
import { ItemTable } from "./item-table.js";
import { itemsOf, put } from "./items.js";
import type { TabProps } from "./rules-tab.js";
import { SortForm, type SortDocument } from "./sort-form.js";
import { useSchema } from "./use-schema.js";

/** What shoppers choose by: both lists stand in a draft once they are no longer the default. */
const useItems = <T extends object>(section: "facets" | "sort_keys", { configuration, onChange }: TabProps) => {
  const query = useSchema();
  const [edited, setEdited] = useState<{ readonly at: number | null } | null>(null);
  return {
    query,
    edited,
    itemsIn: (fallback: unknown) => itemsOf<T>(configuration[section] ?? fallback),
    change: (next: readonly T[]) => onChange({ ...configuration, [section]: next }),
    edit: (at: number | null) => setEdited({ at }),
    close: () => setEdited(null),
  };
};

const FACET_COLUMNS = [
  { title: "Name", cell: ({ label }: FacetDocument) => shown(label) },
  { title: "Of", cell: ({ field }: FacetDocument) => fieldLabel(field ?? "") },
  { title: "As", cell: ({ type }: FacetDocument) => FACET_TYPES[type ?? "list"] },
  {
    title: "Ordered",
    cell: (one: FacetDocument) =>
      one.type === "range" ? "by number" : FACET_ORDERS["order" in one ? (one.order ?? "count") : "count"],
  },
];

/** What shoppers narrow a listing by, in the order in which pages show it. */
export function FacetsTab(props: TabProps) {
  const { query, edited, itemsIn, change, edit, close } = useItems<FacetDocument>("facets", props);
  return (
    <Answered query={query}>
      {({ properties = {} }) => {
        const facets = itemsIn(properties["facets"]?.default);
        return (
          <Stack>
            <Text size="sm">What shoppers narrow a listing by, in the order in which pages show it.</Text>
            <ItemTable
              items={facets}
              noun="facet"
              columns={FACET_COLUMNS}
              nameOf={({ label }) => shown(label)}
              isOrdered
              onChange={change}
              onEdit={edit}
            />
            {edited !== null && facets !== null && (
              <FacetForm
                facet={edited.at === null ? null : (facets[edited.at] ?? null)}
                taken={facets.map(({ key }) => shown(key))}
                onClose={close}
                onDone={(facet) => {
                  change(put(facets, edited.at, facet));
                  close();
                }}
              />
            )}
          </Stack>
        );
      }}
    </Answered>
  );
}

const SORT_COLUMNS = [
  { title: "Name", cell: ({ label }: SortDocument) => shown(label) },
  {
    title: "By",
    cell: (one: SortDocument) =>
      "field" in one
        ? `${fieldLabel(one.field ?? "")}, from the ${one.order === "desc" ? "highest" : "lowest"}`
        : "the shop’s own ranking",
  },
];

/** Orders that shoppers choose from. */
export function SortsTab(props: TabProps) {
  const { query, edited, itemsIn, change, edit, close } = useItems<SortDocument>("sort_keys", props);
  return (
    <Answered query={query}>
      {({ properties = {} }) => {
        const sorts = itemsIn(properties["sort_keys"]?.default);
        return (
          <Stack>
            <Text size="sm">Orders that shoppers choose from, as pages offer them.</Text>
            <ItemTable
              items={sorts}
              noun="order"
              columns={SORT_COLUMNS}
              nameOf={({ label }) => shown(label)}
              isOrdered
              onChange={change}
              onEdit={edit}
            />
            {edited !== null && sorts !== null && (
              <SortForm
                sort={edited.at === null ? null : (sorts[edited.at] ?? null)}
                taken={sorts.map(({ key }) => shown(key))}
                onClose={close}
                onDone={(sort) => {
                  change(put(sorts, edited.at, sort));
                  close();
                }}
              />
            )}
          </Stack>
        );
      }}
    </Answered>
  );
}
