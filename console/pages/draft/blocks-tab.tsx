import { Button, Group, NumberInput, Select, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { productsOf, profilesOf, type PlacementDocument, type SlotDocument } from "../../parts/format-blocks.js";
import { fieldLabel } from "../../parts/conditions.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { shown } from "../../parts/format-rule.js";
import { BlockForm } from "./block-form.js";
import { ItemTable, Unreadable } from "./item-table.js";
import { itemsOf } from "./items.js";
import { isDefaultPage, placementsOf, SLOTS, withPlacement, wrongName } from "./placements.js";
import type { TabProps } from "./rules-tab.js";

/** Tab for placements (pages with several recommendation blocks) and the blocks of the chosen one. */
export function BlocksTab({ configuration, onChange }: TabProps) {
  const placements = placementsOf(configuration);
  const [chosen, setChosen] = useState("home");
  const [isAdding, setAdding] = useState(false);
  if (placements === null) return <Unreadable />;
  const name = placements.has(chosen) ? chosen : "home";
  const placement = placements.get(name) ?? {};
  const profiles = profilesOf(configuration);
  const nameOf = (key: unknown) => profiles.find((one) => one.key === key)?.name ?? `⚠ ${shown(key)}`;
  const isWritten = Object.hasOwn(configuration.placements ?? {}, name);
  const put = (at: string, next: PlacementDocument | undefined) => onChange(withPlacement(configuration, at, next));
  const columns = [
    { title: "Title", cell: ({ title }: SlotDocument) => shown(title) },
    { title: "Filled with", cell: ({ profile }: SlotDocument) => nameOf(profile) },
    { title: "Products", cell: productsOf },
  ];
  return (
    <Stack>
      <Text size="sm">
        Blocks of recommended products, in the order in which pages show them. One that has nothing to show is empty,
        and no product is in two.
      </Text>
      <Group align="flex-end">
        <Select
          label="Page"
          data={[...placements.keys()].map((value) => ({ value, label: fieldLabel(value) }))}
          allowDeselect={false}
          value={name}
          onChange={(value) => setChosen(value ?? name)}
        />
        <Button variant="default" onClick={() => setAdding(true)}>
          Add a page
        </Button>
        {isWritten && (
          <Button variant="default" onClick={() => put(name, undefined)}>
            {isDefaultPage(name) ? "Back to the default" : "Delete this page"}
          </Button>
        )}
      </Group>
      <Text size="sm">
        The shop asks for it as <b>{name}</b>.{" "}
        {!isDefaultPage(name)
          ? "Once it is deleted, whoever asks for it gets an error."
          : isWritten
            ? "It is not the default any more."
            : "It is as every shop has it at first."}
      </Text>
      <ItemTable
        key={name}
        items={itemsOf<SlotDocument>(placement.slots)}
        noun="block"
        columns={columns}
        nameOf={({ title }) => shown(title)}
        isOrdered
        bounds={SLOTS}
        onChange={(slots) => put(name, { ...placement, slots })}
        form={(given) => <BlockForm {...given} profiles={profiles} />}
      />
      <NumberInput
        label="Products in a block, at most"
        placeholder="5"
        min={1}
        max={24}
        allowDecimal={false}
        maw={240}
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
    </Stack>
  );
}

interface NewPageProps {
  readonly placements: ReadonlyMap<string, PlacementDocument>;
  readonly onClose: () => void;
  /** @param like name of the placement whose blocks are copied */
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
        label="Name"
        description="By which the shop’s pages ask for it, so it cannot be changed later"
        placeholder="checkout"
        required
        maxLength={100}
        data-autofocus
        value={name}
        error={name === "" ? null : wrong}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Select
        label="Begins with the blocks of"
        data={[...placements.keys()].map((value) => ({ value, label: fieldLabel(value) }))}
        allowDeselect={false}
        value={like}
        onChange={(value) => setLike(value ?? like)}
      />
    </FormDialog>
  );
}
