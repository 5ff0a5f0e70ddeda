import { Anchor, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "wouter";
import type { Explanation } from "../../../src/search/explain/explanation.js";
import type { RuleDocument } from "../../../src/storefront/rules-configuration.js";
import { counted } from "../../parts/format-numbers.js";
import { Problem } from "../../parts/loaded.js";
import { Page } from "../../parts/page.js";
import { ProductPicture } from "../../parts/product-picture.js";
import { PickProduct } from "../../parts/products.js";
import { useSession } from "../../parts/session.js";
import { useWorkingDraft, type Edit } from "../../parts/working-draft.js";
import type { ListingPreview } from "../../server/listing-preview/listing-preview.js";
import { Controls } from "./controls.js";
import { curate, scopeOf, targetName, type Curation } from "./curate.js";
import { CorrectedNotice, FixedNotice, FixSearchPanel, HiddenNotice, type Fixed } from "./fix-search-panel.js";
import { nameOf } from "./product-card.js";
import { gridStyle, ProductGrid, type GridEditing } from "./product-grid.js";
import { RuleDialog, type Started } from "./rule-dialog.js";
import { SlotsView } from "./slots-view.js";
import { MOST_PRODUCTS, PRODUCTS, useListingPreview, useRequested, type Requested } from "./use-preview.js";
import { Action } from "../../parts/action.js";

export default function PreviewPage() {
  const [requested, change] = useRequested();
  const requestedText = JSON.stringify(requested);
  const [more, setMore] = useState({ of: requestedText, limit: PRODUCTS });
  const limit = more.of === requestedText ? more.limit : PRODUCTS;
  const preview = useListingPreview(requested, limit);
  const { configuration } = useWorkingDraft();
  const { data, error, refetch } = preview;
  const { placement } = requested;
  return (
    <Page title="Search preview">
      <Controls requested={requested} change={change} taste={data?.taste ?? null} />
      {placement !== null ? (
        <SlotsView requested={requested} placement={placement} currency={configuration.currency ?? null} />
      ) : data !== undefined ? (
        <Results
          key={requestedText}
          requested={requested}
          preview={data}
          isLoading={preview.isPlaceholderData}
          onMore={
            data.unpersonalized.total > limit && limit < MOST_PRODUCTS
              ? () => setMore({ of: requestedText, limit: limit + PRODUCTS })
              : undefined
          }
        />
      ) : error !== null ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Loading" style={gridStyle(requested.device === "phone")}>
          {Array.from({ length: 10 }, (_, at) => (
            <Skeleton key={at} h={340} />
          ))}
        </div>
      )}
    </Page>
  );
}

interface ResultsProps {
  readonly requested: Requested;
  readonly preview: ListingPreview;
  readonly isLoading: boolean;
  readonly onMore: (() => void) | undefined;
}

function Results({ requested, preview: { unpersonalized, personal, hidden }, isLoading, onMore }: ResultsProps) {
  const { configuration, live, isSaving, change } = useWorkingDraft();
  const { may } = useSession();
  const [started, setStarted] = useState<Started | null>(null);
  const [isFixing, setFixing] = useState(false);
  const [fixed, setFixed] = useState<Fixed | null>(null);
  const shown = personal ?? unpersonalized;
  const isPhone = requested.device === "phone";
  const query = requested.query.trim();
  const mayEdit = may("editor");

  const save = (curation: Curation) => {
    setStarted(null);
    void change((before) => curate(before, curation), doneText(curation));
  };
  const fix = async (edit: Edit, saved: Fixed) => {
    if (await change(edit)) setFixed(saved);
  };
  const fixing = { mayEdit, isSaving, onFix: (edit: Edit, saved: Fixed) => void fix(edit, saved) };
  const editing: GridEditing = {
    canMove: requested.sort === null,
    onAction: (action, target, position) => setStarted({ action, target, position }),
    onUnpin: ({ pinned }) =>
      void change(
        ({ rules = [], ...rest }) => ({ ...rest, rules: rules.filter(({ key }) => key !== pinned?.rule) }),
        `Removed rule “${pinned?.rule}”`,
      ),
    onMove: (item, position) =>
      save({
        action: "pin",
        target: { products: [{ id: item.item.product_identifier, name: nameOf(item) }] },
        position,
        points: 0,
        scope: scopeOf(requested),
        starts_at: null,
        ends_at: null,
      }),
  };
  const mayFix = mayEdit && query !== "";
  const isFixOpen = mayFix && (isFixing || (shown.total === 0 && hidden.length === 0));

  return (
    <Stack aria-busy={isLoading} component="section" aria-label="Preview">
      {fixed !== null && <FixedNotice fixed={fixed} onClose={() => setFixed(null)} />}
      {unpersonalized.corrections.length > 0 && (
        <CorrectedNotice corrections={unpersonalized.corrections} {...fixing} />
      )}
      {hidden.length > 0 && <HiddenNotice hidden={hidden} {...fixing} />}
      {isFixOpen && <FixSearchPanel requested={requested} {...fixing} />}
      {requested.shopper.kind !== "anonymous" && personal === null && (
        <Text>There is no data about this visitor yet, so they see the same products as an unknown visitor.</Text>
      )}
      <Group justify="space-between">
        <Text c="dimmed">{shown.total === 0 ? "No products" : counted(shown.total, "product")}</Text>
        {mayEdit && (
          <Group gap="md">
            <Anchor component={Link} href="/console/banners">
              Add banner
            </Anchor>
            {mayFix && !isFixOpen && <Action label="Fix search" size="xs" onClick={() => setFixing(true)} />}
            <PickProduct
              key={String(started === null)}
              label="Pin a product"
              isCompact
              value={null}
              onChange={(id, card) =>
                id !== null &&
                setStarted({ action: "pin", target: { products: [{ id, name: card?.title ?? id }] }, position: 1 })
              }
            />
          </Group>
        )}
      </Group>
      <Banners
        explanation={shown}
        rules={(requested.version === "live" ? live : configuration).rules ?? []}
        isPhone={isPhone}
      />
      <ProductGrid
        explanation={shown}
        unpersonalized={
          personal === null
            ? undefined
            : new Map(unpersonalized.items.map(({ item, rank }) => [item.product_identifier, rank]))
        }
        isPhone={isPhone}
        currency={configuration.currency ?? null}
        editing={mayEdit ? editing : null}
        onMore={onMore}
      />
      {started !== null && (
        <RuleDialog {...started} page={requested} onClose={() => setStarted(null)} onCurate={save} />
      )}
    </Stack>
  );
}

interface BannersProps {
  readonly explanation: Pick<Explanation, "rules">;
  readonly rules: readonly RuleDocument[];
  readonly isPhone: boolean;
}

const Banners = ({ explanation, rules, isPhone }: BannersProps) =>
  explanation.rules
    .filter(({ action }) => action === "banner")
    .flatMap(
      ({ key }) =>
        rules.find(
          (rule): rule is RuleDocument & { action: "banner" } => rule.key === key && rule.action === "banner",
        ) ?? [],
    )
    .map(({ key, text, image }) => (
      <Paper
        key={key}
        withBorder
        p="sm"
        component="aside"
        aria-label={`Banner “${key}”`}
        mx={isPhone ? "auto" : 0}
        maw={isPhone ? 390 : undefined}
        w="100%"
      >
        <Group wrap="nowrap">
          {image != null && <ProductPicture images={image} width={96} />}
          <Text size="md" fw={600}>
            {text}
          </Text>
        </Group>
      </Paper>
    ));

function doneText({ action, target, position }: Curation): string {
  const name = targetName(target);
  switch (action) {
    case "pin":
      return `Pinned to position ${position}: ${name}`;
    case "boost":
      return `Boosted: ${name}`;
    case "bury":
      return `Buried: ${name}`;
    case "hide":
      return `Hidden: ${name}`;
  }
}
