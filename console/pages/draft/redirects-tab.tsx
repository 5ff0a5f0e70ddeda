import { Stack, TagsInput, Text } from "@mantine/core";
import { useState } from "react";
import type { Redirect } from "../../../src/storefront/configuration.js";
import { lowered } from "../../../src/lib/folded.js";
import { AddressInput } from "../../parts/address-input.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { ItemTable, type ItemFormProps } from "./item-table.js";
import { itemsOf } from "./items.js";
import type { TabProps } from "./rules-tab.js";

const queriesOf = ({ queries }: Partial<Redirect>): readonly string[] =>
  Array.isArray(queries) ? (queries as readonly string[]) : [];

const COLUMNS = [
  { title: "Searches", cell: (one: Partial<Redirect>) => queriesOf(one).join(", ") },
  { title: "Lead to", cell: ({ url }: Partial<Redirect>) => url ?? "–" },
];

/** Tab for redirects from searches to pages. */
export function RedirectsTab({ configuration, onChange }: TabProps) {
  const redirects = itemsOf<Partial<Redirect>>(configuration.redirects);
  return (
    <Stack>
      <Text size="sm">Searches that lead to a page of the shop, or to another one, instead of products.</Text>
      <ItemTable
        items={redirects}
        noun="redirect"
        columns={COLUMNS}
        nameOf={(one) => queriesOf(one).join(", ")}
        isOrdered={false}
        onChange={(next) => onChange({ ...configuration, redirects: next })}
        form={(props) => <RedirectForm {...props} />}
      />
    </Stack>
  );
}

function RedirectForm({ item: redirect, others, onClose, onDone }: ItemFormProps<Partial<Redirect>>) {
  const [queries, setQueries] = useState([...queriesOf(redirect ?? {})]);
  const [url, setUrl] = useState(redirect?.url ?? "");
  const taken = others.flatMap(queriesOf).map(lowered);
  const twice = queries.find((query) => taken.includes(lowered(query)));
  return (
    <FormDialog
      title={redirect === null ? "Add a redirect" : "Edit a redirect"}
      word={redirect === null ? "Add" : "Change"}
      isDisabled={queries.length === 0 || twice !== undefined}
      onClose={onClose}
      onSubmit={() => onDone({ queries, url })}
    >
      <TagsInput
        label="Searches"
        description="What was typed, each with Enter"
        withAsterisk
        error={twice === undefined ? undefined : `“${twice}” leads elsewhere already`}
        acceptValueOnBlur
        splitChars={[]}
        data-autofocus
        value={queries}
        onChange={setQueries}
      />
      <AddressInput label="Lead to" required value={url} onChange={setUrl} />
    </FormDialog>
  );
}
