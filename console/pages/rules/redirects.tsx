import { TagsInput } from "@mantine/core";
import { useState } from "react";
import type { Redirect } from "../../../src/storefront/configuration.js";
import { lowered } from "../../../src/lib/folded.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { ItemTable, type ItemFormProps } from "../../parts/item-table.js";
import { itemsOf } from "../../parts/items.js";
import type { EditProps } from "../../parts/page.js";
import { AddressInput } from "../../parts/inputs.js";

const queriesOf = ({ queries }: Partial<Redirect>): readonly string[] =>
  Array.isArray(queries) ? (queries as readonly string[]) : [];

const COLUMNS = [
  { title: "Searches", cell: (one: Partial<Redirect>) => queriesOf(one).join(", ") },
  { title: "Redirect to", cell: ({ url }: Partial<Redirect>) => url ?? "–" },
];

export const Redirects = ({ configuration, live, onChange }: EditProps) => (
  <ItemTable
    items={itemsOf<Partial<Redirect>>(configuration.redirects)}
    live={itemsOf<Partial<Redirect>>(live.redirects)}
    noun="redirect"
    empty="There are no redirects yet. A redirect sends shoppers who search for certain words to a page instead of results."
    columns={COLUMNS}
    nameOf={(one) => queriesOf(one).join(", ")}
    isOrdered={false}
    onChange={(next) => onChange({ ...configuration, redirects: next })}
    form={(props) => <RedirectForm {...props} />}
  />
);

function RedirectForm({ item: redirect, others, onClose, onDone }: ItemFormProps<Partial<Redirect>>) {
  const [queries, setQueries] = useState([...queriesOf(redirect ?? {})]);
  const [url, setUrl] = useState(redirect?.url ?? "");
  const taken = others.flatMap(queriesOf).map(lowered);
  const twice = queries.find((query) => taken.includes(lowered(query)));
  return (
    <FormDialog
      title={redirect === null ? "Add a redirect" : "Edit redirect"}
      word={redirect === null ? "Add" : "Save"}
      isDisabled={queries.length === 0 || twice !== undefined}
      onClose={onClose}
      onSubmit={() => onDone({ queries, url })}
    >
      <TagsInput
        label="Searches"
        description="Press Enter after each search text"
        withAsterisk
        error={twice === undefined ? undefined : `“${twice}” already has a redirect`}
        acceptValueOnBlur
        splitChars={[]}
        data-autofocus
        value={queries}
        onChange={setQueries}
      />
      <AddressInput label="Redirect to" required value={url} onChange={setUrl} />
    </FormDialog>
  );
}
