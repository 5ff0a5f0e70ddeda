import { Stack, Text } from "@mantine/core";
import { orDefault } from "../../../src/storefront/default-items.js";
import { fieldLabel } from "../../parts/conditions.js";
import { shown } from "../../parts/format-rule.js";
import { FACET_ORDERS, FACET_TYPES, FacetForm, type FacetDocument } from "./facet-form.js";
import { ItemTable, type ItemTableProps } from "./item-table.js";
import { itemsOf } from "./items.js";
import type { TabProps } from "./rules-tab.js";
import { SortForm, type SortDocument } from "./sort-form.js";

interface ChoicesProps<T> extends TabProps, Omit<ItemTableProps<T>, "items" | "nameOf" | "isOrdered" | "onChange"> {
  readonly section: "facets" | "sort_keys";
  readonly about: string;
}

/** Table of facets or sort options. The draft contains the list only once it differs from the default. */
function Choices<T extends FacetDocument | SortDocument>({
  section,
  about,
  configuration,
  onChange,
  ...table
}: ChoicesProps<T>) {
  return (
    <Stack>
      <Text size="sm">{about}</Text>
      <ItemTable
        {...table}
        items={itemsOf<T>(orDefault(section, configuration[section]))}
        nameOf={({ label }) => shown(label)}
        isOrdered
        onChange={(next) => onChange({ ...configuration, [section]: next })}
      />
    </Stack>
  );
}

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

export const FacetsTab = (props: TabProps) => (
  <Choices<FacetDocument>
    {...props}
    section="facets"
    about="What shoppers narrow a listing by, in the order in which pages show it."
    noun="facet"
    columns={FACET_COLUMNS}
    form={(given) => <FacetForm {...given} />}
  />
);

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

export const SortsTab = (props: TabProps) => (
  <Choices<SortDocument>
    {...props}
    section="sort_keys"
    about="Orders that shoppers choose from, as pages offer them."
    noun="order"
    columns={SORT_COLUMNS}
    form={(given) => <SortForm {...given} />}
  />
);
