import { Alert, Anchor, Button, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { Link } from "wouter";
import type { ExplainedItem } from "../../../src/search/explain/explanation.js";
import { Answered } from "../../parts/answered.js";
import { PickProduct } from "../../parts/products.js";
import { Choose } from "./choose.js";
import { ChooseShopper } from "./choose-shopper.js";
import { nameOf, type Action } from "./product-row.js";
import { ResultList } from "./result-list.js";
import { Corrected, MendPanel } from "./mend-panel.js";
import { RuleDialog, type Steered } from "./rule-dialog.js";
import { ruleKey, scopeOf, steer, type Steering } from "./steer.js";
import { MOST_PRODUCTS, PRODUCTS, useAsked, useChoices, useLook } from "./use-look.js";
import { useSteering } from "./use-steering.js";

/** Listings and searches as any shopper sees them, each product with why it is there, and steered by hand. */
export default function ListingsPage() {
  const [asked, change] = useAsked();
  const askedText = JSON.stringify(asked);
  const [more, setMore] = useState({ of: askedText, limit: PRODUCTS });
  const limit = more.of === askedText ? more.limit : PRODUCTS;
  const look = useLook(asked, limit);
  const { data: choices } = useChoices();
  const { drafts, isBusy, change: changeDraft } = useSteering(asked.draft, (draft) => change({ draft }));
  const [dialog, setDialog] = useState<{ readonly action: Steering["action"]; readonly product: Steered } | null>(null);
  const [mended, setMended] = useState<string | null>(null);

  function steerBy(name: string, steering: Steering) {
    const key = ruleKey(steering.action, steering.product, crypto.randomUUID().slice(0, 6));
    changeDraft(`${wordsFor(steering)}: ${name}`, (configuration) => steer(configuration, steering, key));
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
    steerBy(nameOf(item), {
      action: "pin",
      product: item.item.product_identifier,
      position,
      points: 0,
      scope: scopeOf(asked),
      starts_at: null,
      ends_at: null,
    });
  const query = asked.query.trim();
  const draft = drafts.find(({ id }) => id === asked.draft);

  return (
    <Stack>
      <Title order={1} size="h2">
        Listings
      </Title>
      <Choose asked={asked} change={change} choices={choices} drafts={drafts} />
      <ChooseShopper
        key={asked.shopper.kind}
        shopper={asked.shopper}
        choices={choices}
        taste={look.data?.taste ?? null}
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
        key={`${askedText} ${dialog === null}`}
        label="Pull a product in"
        description="It is pinned to a place of this listing or search"
        value={null}
        onChange={(id, card) =>
          id !== null && setDialog({ action: "pin", product: { id, name: card?.title ?? id, rank: 1 } })
        }
      />
      <Answered query={look}>
        {({ everybody, personal }) => (
          <Stack>
            {everybody.corrections.length > 0 && (
              <Corrected corrections={everybody.corrections} isBusy={isBusy} onChange={changeDraft} />
            )}
            {query !== "" && everybody.total > 0 && mended !== query && (
              <Group>
                <Button variant="default" size="compact-sm" onClick={() => setMended(query)}>
                  Mend this search
                </Button>
              </Group>
            )}
            {query !== "" && (everybody.total === 0 || mended === query) && (
              <MendPanel asked={asked} isBusy={isBusy} onChange={changeDraft} />
            )}
            <SimpleGrid cols={{ base: 1, md: personal === null ? 1 : 2 }} aria-busy={look.isFetching}>
              {personal !== null && (
                <ResultList
                  title="For this shopper"
                  explanation={personal}
                  everybody={new Map(everybody.items.map(({ item, rank }) => [item.product_identifier, rank]))}
                  onAction={act}
                  onMove={move}
                />
              )}
              <ResultList
                title="For everybody"
                explanation={everybody}
                onAction={act}
                onMove={move}
                onMore={
                  everybody.total > limit && limit < MOST_PRODUCTS
                    ? () => setMore({ of: askedText, limit: limit + PRODUCTS })
                    : undefined
                }
              />
            </SimpleGrid>
          </Stack>
        )}
      </Answered>
      {asked.shopper.kind !== "anonymous" && look.data?.personal === null && (
        <Text size="sm">Nothing is known of this shopper that would rank, so they see what everybody sees.</Text>
      )}
      {dialog !== null && (
        <RuleDialog
          {...dialog}
          place={asked}
          isBusy={isBusy}
          onClose={() => setDialog(null)}
          onSteer={(steering) => steerBy(dialog.product.name, steering)}
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
