import { Card, SegmentedControl, TagsInput } from "@mantine/core";
import { useState } from "react";
import type { SynonymRule } from "../../../src/storefront/search-configuration.js";
import { withSynonym } from "../preview/fix-search.js";
import { useSession } from "../../parts/session.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { ItemTable, type ItemFormProps } from "../../parts/item-table.js";
import { itemsOf } from "../../parts/items.js";
import { listed } from "../../parts/format-changes.js";
import { ProposedSynonyms } from "./proposed-synonyms.js";
import { Page, useEditing } from "../../parts/page.js";
import { useWorkingDraft } from "../../parts/working-draft.js";
import { BuiltInSynonyms } from "./built-in.js";

export default function SynonymsPage() {
  const { configuration, live, onChange } = useEditing();
  const { draft } = useWorkingDraft();
  const { may } = useSession();
  const { search } = configuration;
  const synonyms = itemsOf<SynonymRule>(search?.synonyms);
  return (
    <Page
      title="Synonyms"
      about="Synonyms are words that find the same products. A two-way synonym applies to searches for any of its words. A one-way synonym applies only to searches for the words on its left side."
    >
      <ItemTable
        items={synonyms}
        live={itemsOf<SynonymRule>(live.search?.synonyms)}
        noun="synonym"
        empty="You have added no synonyms yet. Add one, or look at the suggestions from your shoppers' searches below."
        columns={[
          { title: "Words", cell: ({ terms }) => listed(terms) },
          { title: "Type", cell: ({ to }) => (to === undefined ? "Two-way" : "One-way") },
          { title: "Also find", cell: ({ terms, to }) => listed(to ?? terms) },
        ]}
        nameOf={({ terms, to }) => (to === undefined ? listed(terms) : `${listed(terms)} → ${listed(to)}`)}
        isOrdered={false}
        onChange={(next) => onChange({ ...configuration, search: { ...search, synonyms: next } })}
        form={(props) => <SynonymForm {...props} />}
      />
      {synonyms !== null && may("editor") && (
        <ProposedSynonyms
          draftId={draft?.id}
          taken={synonyms}
          onAdd={(synonym) => onChange(withSynonym(configuration, synonym))}
        />
      )}
      <Card withBorder>
        <TagsInput
          label="Typo exceptions"
          description="The search never corrects these words. Press Enter after each word."
          acceptValueOnBlur
          splitChars={[" ", ","]}
          readOnly={!may("editor")}
          value={[...(search?.typo_exclusions ?? [])]}
          onChange={(typo_exclusions) => onChange({ ...configuration, search: { ...search, typo_exclusions } })}
        />
      </Card>
      <BuiltInSynonyms />
    </Page>
  );
}

function SynonymForm({ item: synonym, onClose, onDone }: ItemFormProps<SynonymRule>) {
  const [terms, setTerms] = useState<readonly string[]>(Array.isArray(synonym?.terms) ? synonym.terms : []);
  const [to, setTo] = useState<readonly string[]>(Array.isArray(synonym?.to) ? synonym.to : []);
  const [isOneWay, setOneWay] = useState(to.length > 0);
  const isShort = isOneWay ? terms.length === 0 || to.length === 0 : terms.length < 2;
  return (
    <FormDialog
      title={synonym === null ? "Add a synonym" : "Edit synonym"}
      word={synonym === null ? "Add" : "Save"}
      isDisabled={isShort}
      onClose={onClose}
      onSubmit={() => onDone(isOneWay ? { terms, to } : { terms })}
    >
      <SegmentedControl
        aria-label="Type"
        data={[
          { value: "two-way", label: "Two-way" },
          { value: "one-way", label: "One-way" },
        ]}
        value={isOneWay ? "one-way" : "two-way"}
        onChange={(type) => setOneWay(type === "one-way")}
      />
      <TagsInput
        label={isOneWay ? "Searches for" : "Words"}
        description="Separate words with a comma or Enter"
        withAsterisk
        acceptValueOnBlur
        maxTags={50}
        data-autofocus
        value={[...terms]}
        onChange={setTerms}
      />
      {isOneWay && (
        <TagsInput
          label="Also find"
          description="Separate words with a comma or Enter"
          withAsterisk
          acceptValueOnBlur
          maxTags={50}
          value={[...to]}
          onChange={setTo}
        />
      )}
    </FormDialog>
  );
}
