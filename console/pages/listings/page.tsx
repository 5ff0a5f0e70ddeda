import { Alert, Anchor, Button, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { Link } from "wouter";
import type { ExplainedItem } from "../../../src/search/explain/explanation.js";
import { Answered } from "../../parts/loaded.js";
import { PickProduct } from "../../parts/products.js";
import { Choose } from "./choose.js";
import { ChooseShopper } from "./choose-shopper.js";
import { nameOf, type Action } from "./product-row.js";
import { ResultList } from "./result-list.js";
import { Corrected, FixSearchPanel } from "./fix-search-panel.js";
import { RuleDialog, type Steered } from "./rule-dialog.js";
import { ruleKey, scopeOf, curate, type Steering } from "./curate.js";
import { MOST_PRODUCTS, PRODUCTS, useRequested, useChoices, useListingPreview } from "./use-listing-preview.js";
import { useSteering } from "./use-curation.js";

/** Listing preview page: previews a listing or search as any shopper, explains positions, and curates products. */
export default function ListingsPage() {
  const [requested, change] = useRequested();
  const requestedText = JSON.stringify(requested);
  const [more, setMore] = useState({ of: requestedText, limit: PRODUCTS });
  const limit = more.of === requestedText ? more.limit : PRODUCTS;
  const preview = useListingPreview(requested, limit);
  const { data: choices } = useChoices();
  const { drafts, isBusy, change: changeDraft } = useSteering(requested.draft, (draft) => change({ draft }));
  const [dialog, setDialog] = useState<{ readonly action: Steering["action"]; readonly product: Steered } | null>(null);
  const [mended, setMended] = useState<string | null>(null);

  function curateBy(name: string, steering: Steering) {
    const key = ruleKey(steering.action, steering.product, crypto.randomUUID().slice(0, 6));
    changeDraft(`${wordsFor(steering)}: ${name}`, (configuration) => curate(configuration, steering, key));
    setDialog(null);
  }

  function unpin({ pinned, item }: ExplainedItem) {
    changeDraft(`Unpinned: ${item.product_identifier}`, ({ rules = [], ...rest }) => ({
      ...rest,
      rules: rules.filter(({ key }) => key !== pinned?.rule),
    }));
  }

  const act = (action: Action, item: ExplainedItem) => (action === "unpin" ? unpin(item) : setDialog({ action, product: { id: item.item.product_identifier, name: nameOf(item), rank: item.rank } })); // prettier-ignore
  const move = (item: ExplainedItem, position: number) =>
    curateBy(nameOf(item), {
      action: "pin",
      product: item.item.product_identifier,
      position,
      points: 0,
      scope: scopeOf(requested),
      starts_at: null,
      ends_at: null,
    });
  const query = requested.query.trim();
  const draft = drafts.find(({ id }) => id === requested.draft);

  return (
    <Stack>
      <Title order={1} size="h2">
        Listings
      </Title>
      <Choose requested={requested} change={change} choices={choices} drafts={drafts} />
      <ChooseShopper
        key={requested.shopper.kind}
        shopper={requested.shopper}
        choices={choices}
        taste={preview.data?.taste ?? null}
        onChange={(shopper) => change({ shopper })}
      />
      {draft !== undefined && (
        <Alert color="blue" title={`As with the draft “${draft.title}”`}>
          <Group gap="xs">
            <Text size="sm">Shoppers do not see this yet.</Text>
            <Anchor component={Link} href={`/console/drafts/${draft.id}`} size="sm">
              Look at the draft, preview it and publish it
            </Anchor>
          </Group>
        </Alert>
      )}
      <PickProduct
        key={`${requestedText} ${dialog === null}`}
        label="Pull a product in"
        description="It is pinned to a place of this listing or search"
        value={null}
        onChange={(id, card) =>
          id !== null && setDialog({ action: "pin", product: { id, name: card?.title ?? id, rank: 1 } })
        }
      />
      <Answered query={preview}>
        {({ unpersonalized, personal }) => (
          <Stack>
            {unpersonalized.corrections.length > 0 && (
              <Corrected corrections={unpersonalized.corrections} isBusy={isBusy} onChange={changeDraft} />
            )}
            {query !== "" && unpersonalized.total > 0 && mended !== query && (
              <Group>
                <Button variant="default" size="compact-sm" onClick={() => setMended(query)}>
                  Mend this search
                </Button>
              </Group>
            )}
            {query !== "" && (unpersonalized.total === 0 || mended === query) && (
              <FixSearchPanel requested={requested} isBusy={isBusy} onChange={changeDraft} />
            )}
            <SimpleGrid cols={{ base: 1, md: personal === null ? 1 : 2 }} aria-busy={preview.isFetching}>
              {personal !== null && (
                <ResultList
                  title="For this shopper"
                  explanation={personal}
                  unpersonalized={
                    new Map(unpersonalized.items.map(({ item, rank }) => [item.product_identifier, rank]))
                  }
                  onAction={act}
                  onMove={move}
                />
              )}
              <ResultList
                title="For everybody"
                explanation={unpersonalized}
                onAction={act}
                onMove={move}
                onMore={
                  unpersonalized.total > limit && limit < MOST_PRODUCTS
                    ? () => setMore({ of: requestedText, limit: limit + PRODUCTS })
                    : undefined
                }
              />
            </SimpleGrid>
          </Stack>
        )}
      </Answered>
      {requested.shopper.kind !== "anonymous" && preview.data?.personal === null && (
        <Text size="sm">Nothing is known of this shopper that would rank, so they see what everybody sees.</Text>
      )}
      {dialog !== null && (
        <RuleDialog
          {...dialog}
          page={requested}
          isBusy={isBusy}
          onClose={() => setDialog(null)}
          onCurate={(steering) => curateBy(dialog.product.name, steering)}
        />
      )}
    </Stack>
  );
}

function wordsFor({ action, position }: Steering): string {
  switch (action) {
    case "pin":
      return `Pinned to place ${position}`;
    case "boost":
      return "Raised";
    case "bury":
      return "Lowered";
    case "hide":
      return "Hidden";
  }
}
