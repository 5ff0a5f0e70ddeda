import { Button, Code, Group, NumberInput, Select, Tabs, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { productsOf, profilesOf, type PlacementDocument, type SlotDocument } from "../../parts/format-blocks.js";
import { fieldLabel } from "../../parts/conditions.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { shown } from "../../parts/format-rule.js";
import { BlockForm } from "./block-form.js";
import { ItemTable, Unreadable } from "../../parts/item-table.js";
import { itemsOf } from "../../parts/items.js";
import { isDefaultPage, placementsOf, SLOTS, withPlacement, wrongName } from "./placements.js";
import { Page, useEditing } from "../../parts/page.js";
import { useSession } from "../../parts/session.js";
import { Action } from "../../parts/action.js";

export default function RecommendationsPage() {
  const { configuration, live, onChange } = useEditing();
  const { may } = useSession();
  const placements = placementsOf(configuration);
  const [chosen, setChosen] = useState("product_page");
  const [isAdding, setAdding] = useState(false);
  if (placements === null) return <Unreadable />;
  const name = placements.has(chosen) ? chosen : ([...placements.keys()][0] ?? "home");
  const placement = placements.get(name) ?? {};
  const profiles = profilesOf(configuration);
  const nameOf = (key: unknown) => profiles.find((one) => one.key === key)?.name ?? `⚠ ${shown(key)}`;
  const isOwn = Object.hasOwn(configuration.placements ?? {}, name);
  const put = (at: string, next: PlacementDocument | undefined) => onChange(withPlacement(configuration, at, next));
  return (
    <Page
      title="Recommendations"
      about="Blocks of recommended products on the pages of your shop, in the order in which they are shown. A product is never in two blocks of a page."
    >
      <Group justify="space-between">
        <Tabs value={name} onChange={(page) => setChosen(page ?? name)}>
          <Tabs.List>
            {[...placements.keys()].map((page) => (
              <Tabs.Tab key={page} value={page}>
                {fieldLabel(page)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
        {may("editor") && (
          <Group gap="xs">
            {isOwn && (
              <Button variant="default" onClick={() => put(name, undefined)}>
                {isDefaultPage(name) ? "Restore default blocks" : "Delete this page"}
              </Button>
            )}
            <Action label="Add a page" onClick={() => setAdding(true)} />
          </Group>
        )}
      </Group>
      <Text>
        Placement ID: <Code>{name}</Code>{" "}
        {isDefaultPage(name) &&
          (isOwn ? "The blocks of this page differ from the default blocks." : "This page uses the default blocks.")}
      </Text>
      <ItemTable
        key={name}
        items={itemsOf<SlotDocument>(placement.slots)}
        live={itemsOf<SlotDocument>(placementsOf(live)?.get(name)?.slots)}
        noun="block"
        empty="This page has no blocks."
        columns={[
          { title: "Title", cell: ({ title }) => shown(title) },
          { title: "Strategy", cell: ({ profile }) => nameOf(profile) },
          { title: "Products", cell: productsOf },
        ]}
        nameOf={({ key, title }) => shown(title ?? key)}
        isOrdered
        bounds={SLOTS}
        onChange={(slots) => put(name, { ...placement, slots })}
        form={(given) => <BlockForm {...given} profiles={profiles} />}
      />
      <NumberInput
        label="Products per block"
        description="Number of products in each block, from 1 to 24"
        placeholder="5"
        min={1}
        max={24}
        allowDecimal={false}
        maw={240}
        readOnly={!may("editor")}
        value={placement.max_products ?? ""}
        onChange={(typed) => {
          const { max_products: _, ...others } = placement;
          put(name, typeof typed === "number" ? { ...others, max_products: typed } : others);
        }}
      />
      {isAdding && (
        <NewPage
          placements={placements}
          onClose={() => setAdding(false)}
          onDone={(added, like) => {
            put(added, placements.get(like));
            setChosen(added);
            setAdding(false);
          }}
        />
      )}
    </Page>
  );
}

interface NewPageProps {
  readonly placements: ReadonlyMap<string, PlacementDocument>;
  readonly onClose: () => void;
  /**
   * Creates the placement.
   * @param like name of the placement whose blocks are copied
   */
  readonly onDone: (name: string, like: string) => void;
}

function NewPage({ placements, onClose, onDone }: NewPageProps) {
  const [name, setName] = useState("");
  const [like, setLike] = useState("home");
  const wrong = wrongName(name, [...placements.keys()]);
  return (
    <FormDialog
      title="Add a page"
      word="Add"
      isDisabled={wrong !== null}
      onClose={onClose}
      onSubmit={() => onDone(name, like)}
    >
      <TextInput
        label="Placement ID"
        description="Placement ID in the requests of your shop. It cannot be changed later."
        placeholder="checkout"
        required
        maxLength={100}
        data-autofocus
        value={name}
        error={name === "" ? null : wrong}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Select
        label="Copy blocks from"
        data={[...placements.keys()].map((value) => ({ value, label: fieldLabel(value) }))}
        value={like}
        onChange={(value) => setLike(value ?? like)}
      />
    </FormDialog>
  );
}
