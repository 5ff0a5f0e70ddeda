import { Select, Stack, Text } from "@mantine/core";
import { orDefault } from "../../../src/storefront/default-items.js";
import { fieldLabel } from "../../parts/conditions.js";
import { shown } from "../../parts/format-rule.js";
import { FACET_ORDERS, FACET_TYPES, FacetForm, type FacetDocument } from "./facet-form.js";
import { ItemTable, type ItemTableProps } from "../../parts/item-table.js";
import { itemsOf } from "../../parts/items.js";
import type { EditProps } from "../../parts/page.js";
import { useSession } from "../../parts/session.js";
import { SortForm, type SortDocument } from "./sort-form.js";

interface ChoicesProps<T>
  extends EditProps, Omit<ItemTableProps<T>, "items" | "live" | "nameOf" | "isOrdered" | "onChange" | "empty"> {
  readonly section: "facets" | "sort_keys";
  readonly about: string;
}

/** Table of facets or sort options. The list is only saved in the configuration if it differs from the default. */
function Choices<T extends FacetDocument | SortDocument>({
  section,
  about,
  configuration,
  live,
  onChange,
  ...table
}: ChoicesProps<T>) {
  return (
    <Stack>
      <Text>{about}</Text>
      <ItemTable
        {...table}
        items={itemsOf<T>(orDefault(section, configuration[section]))}
        live={itemsOf<T>(orDefault(section, live[section]))}
        empty={`No ${table.noun} has been added yet.`}
        nameOf={({ label }) => shown(label)}
        isOrdered
        onChange={(next) => onChange({ ...configuration, [section]: next })}
      />
    </Stack>
  );
}

const FACET_COLUMNS = [
  { title: "Name", cell: ({ label }: FacetDocument) => shown(label) },
  { title: "Field", cell: ({ field }: FacetDocument) => fieldLabel(field ?? "") },
  { title: "Shown as", cell: ({ type }: FacetDocument) => FACET_TYPES[type ?? "list"] },
  {
    title: "Order of filter values",
    cell: (one: FacetDocument) =>
      one.type === "range" ? "Numerical" : FACET_ORDERS["order" in one ? (one.order ?? "count") : "count"],
  },
];

export const Filters = (props: EditProps) => (
  <Choices<FacetDocument>
    {...props}
    section="facets"
    about="Shoppers see these filters next to each listing, in this order."
    noun="filter"
    columns={FACET_COLUMNS}
    form={(given) => <FacetForm {...given} />}
  />
);

const SORT_COLUMNS = [
  { title: "Name", cell: ({ label }: SortDocument) => shown(label) },
  {
    title: "Sorted by",
    cell: (one: SortDocument) =>
      "field" in one ? `${fieldLabel(one.field ?? "")}, ${one.order === "desc" ? "highest first" : "lowest first"}` : "Relevance", // prettier-ignore
  },
];

export function SortOptions(props: EditProps) {
  const { may } = useSession();
  const { configuration, onChange } = props;
  const keys = itemsOf<SortDocument>(orDefault("sort_keys", configuration.sort_keys)) ?? [];
  return (
    <Stack>
      <Select
        label="Default sort option"
        description="Listings and searches are sorted by this option until the shopper chooses another option"
        maw={360}
        readOnly={!may("editor")}
        data={keys.flatMap(({ key, label }) => (key === undefined ? [] : [{ value: key, label: label ?? key }]))}
        value={configuration.default_sort ?? keys[0]?.key ?? null}
        onChange={(key) => key !== null && onChange({ ...configuration, default_sort: key })}
      />
      <Choices<SortDocument>
        {...props}
        section="sort_keys"
        about="Shoppers can choose these sort options. They are listed in this order."
        noun="sort option"
        columns={SORT_COLUMNS}
        form={(given) => <SortForm {...given} />}
      />
    </Stack>
  );
}
