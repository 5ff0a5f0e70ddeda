import { Stack, TagsInput, Text } from "@mantine/core";
import { useState } from "react";
import type { SynonymRule } from "../../../src/storefront/search-configuration.js";
import { withSynonym } from "../listings/fix-search.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { ItemTable, type ItemFormProps } from "./item-table.js";
import { itemsOf } from "./items.js";
import { ProposedSynonyms } from "./proposed-synonyms.js";
import type { TabProps } from "./rules-tab.js";

const words = (value: unknown): string => (Array.isArray(value) ? value.join(", ") : "–");

const COLUMNS = [
  { title: "Words", cell: ({ terms }: SynonymRule) => words(terms) },
  { title: "Find these too", cell: ({ to }: SynonymRule) => (to === undefined ? "each other" : words(to)) },
];

/** Tab for the storefront's synonyms and proposed synonyms. */
export function SynonymsTab({ configuration, onChange, draftId }: TabProps) {
  const { search } = configuration;
  const synonyms = itemsOf<SynonymRule>(search?.synonyms);
  return (
    <Stack>
      <Text size="sm">Words that mean the same, or that lead to others and not back.</Text>
      <ItemTable
        items={synonyms}
        noun="synonym"
        columns={COLUMNS}
        nameOf={({ terms }) => words(terms)}
        isOrdered={false}
        onChange={(next) => onChange({ ...configuration, search: { ...search, synonyms: next } })}
        form={(props) => <SynonymForm {...props} />}
      />
      <TagsInput
        label="Words that are never corrected"
        description="Each with Enter; they are right as shoppers type them"
        acceptValueOnBlur
        splitChars={[" ", ","]}
        value={[...(search?.typo_exclusions ?? [])]}
        onChange={(typo_exclusions) => onChange({ ...configuration, search: { ...search, typo_exclusions } })}
      />
      {synonyms !== null && (
        <ProposedSynonyms
          draftId={draftId}
          taken={synonyms}
          onAdd={(synonym) => onChange(withSynonym(configuration, synonym))}
        />
      )}
    </Stack>
  );
}

function SynonymForm({ item: synonym, onClose, onDone }: ItemFormProps<SynonymRule>) {
  const [terms, setTerms] = useState<readonly string[]>(Array.isArray(synonym?.terms) ? synonym.terms : []);
  const [to, setTo] = useState<readonly string[]>(Array.isArray(synonym?.to) ? synonym.to : []);
  const isShort = terms.length + to.length < 2 || terms.length === 0;
  return (
    <FormDialog
      title={synonym === null ? "Add a synonym" : "Edit a synonym"}
      word={synonym === null ? "Add" : "Change"}
      isDisabled={isShort}
      onClose={onClose}
      onSubmit={() => onDone(to.length === 0 ? { terms } : { terms, to })}
    >
      <TagsInput
        label="Words"
        description="One word or several, each with Enter"
        withAsterisk
        acceptValueOnBlur
        splitChars={[]}
        maxTags={50}
        data-autofocus
        value={[...terms]}
        onChange={setTerms}
      />
      <TagsInput
        label="Find these too"
        description="Empty: they all mean the same"
        acceptValueOnBlur
        splitChars={[]}
        maxTags={50}
        value={[...to]}
        onChange={setTo}
      />
    </FormDialog>
  );
}
