import { Group, NumberInput, Radio, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";
import type { CampaignDocument } from "../../../src/storefront/campaigns-configuration.js";
import type { RuleAction, RuleDocument } from "../../../src/storefront/rules-configuration.js";
import { filterOf, isWhole } from "../../parts/conditions.js";
import { FilterForm } from "../../parts/filter-form.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { ImageInput } from "../../parts/image-input.js";
import { MatchingProducts } from "../../parts/matching-products.js";
import { PickProduct, PickProducts } from "../../parts/products.js";
import { RULE_ACTIONS } from "../../parts/rule-actions.js";
import { endsBeforeItBegins, ScheduleInputs } from "../../parts/schedule.js";
import { Strength } from "../../parts/strength.js";
import { zoneOf } from "../campaigns/campaigns.js";
import { PickCampaign, RuleScope } from "./rule-scope.js";
import { asksOf, ruleOf, typedOf, type Typed } from "./rule-typed.js";
import { AddressInput, NameInput, PositionInput } from "../../parts/inputs.js";

interface RuleFormProps {
  /** Actions to choose from. The first action is preselected for a new rule. */
  readonly actions: readonly RuleAction[];
  /** Rule to edit; `null` for a new rule. */
  readonly rule: RuleDocument | null;
  readonly earned: ReactNode;
  readonly taken: readonly string[];
  readonly noun: string;
  readonly campaigns: readonly CampaignDocument[];
  readonly onClose: () => void;
  readonly onDone: (rule: RuleDocument) => void;
}

export function RuleForm({ rule, earned, actions, noun, campaigns, taken, onClose, onDone }: RuleFormProps) {
  const [typed, setTyped] = useState(() => typedOf(rule ?? { action: actions[0] }, zoneOf(campaigns, rule?.campaign)));
  const set = (change: Partial<Typed>) => setTyped({ ...typed, ...change });
  const { action } = typed;
  const asks = asksOf(action);
  const isTaken = taken.includes(typed.key);
  const isBackwards = endsBeforeItBegins(typed);
  const isShort = (conditions: Typed["filters"], least: number) =>
    conditions !== undefined && (conditions.length < least || !conditions.every(isWhole));
  const isByFilters = asks.includes("like") || (asks.includes("target") && typed.target === "filters");
  const isUnaimed =
    (asks.includes("product") && typed.product === "") ||
    (asks.includes("target") && typed.target === "products" && typed.products.length === 0) ||
    (isByFilters && isShort(typed.filters, 1));
  const isWrong = isTaken || isBackwards || isUnaimed || isShort(typed.whenFilters, 0);
  return (
    <FormDialog
      title={rule === null ? `Add a ${noun}` : `Edit ${typed.key}`}
      size="lg"
      word={rule === null ? "Add" : "Save"}
      isDisabled={isWrong}
      onClose={onClose}
      onSubmit={() => {
        if (!isWrong) onDone(ruleOf(typed, rule));
      }}
    >
      {earned}
      <NameInput
        description="Shown in reports and in explanations of product positions"
        maxLength={100}
        value={typed.key}
        error={isTaken ? "A rule with this name already exists" : undefined}
        onChange={(key) => set({ key })}
      />
      {actions.length > 1 && (
        <Select
          label="Action"
          data={actions.map((value) => ({ value, label: RULE_ACTIONS[value].label }))}
          value={action}
          onChange={(value) => set({ action: value ?? "boost" })}
        />
      )}
      {asks.includes("target") && (
        <Radio.Group label="Products" value={typed.target} onChange={(target) => set({ target })}>
          <Group mt="xs">
            <Radio value="products" label="Selected products" />
            <Radio value="filters" label="Matching products" />
          </Group>
        </Radio.Group>
      )}
      {asks.includes("target") && typed.target === "products" && (
        <PickProducts label="Products" value={typed.products} onChange={(products) => set({ products })} />
      )}
      {isByFilters && (
        <FilterForm
          legend="Products where"
          hasAges
          conditions={typed.filters}
          onChange={(filters) => set({ filters })}
        />
      )}
      {isByFilters && typed.filters !== undefined && typed.filters.length > 0 && typed.filters.every(isWhole) && (
        <MatchingProducts filters={filterOf(typed.filters) ?? {}} />
      )}
      {asks.includes("position") && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {asks.includes("product") && (
            <PickProduct label="Product" required value={typed.product} onChange={(id) => set({ product: id ?? "" })} />
          )}
          <PositionInput
            {...(asks.includes("like") && {
              description:
                "A matching product is shown at this position, unless a matching product already ranks higher",
            })}
            value={typed.position}
            onChange={(position) => set({ position })}
          />
        </SimpleGrid>
      )}
      {asks.includes("banner") && (
        <>
          <TextInput
            label="Text"
            description="Plain text. If the banner has an image, screen readers read this text instead."
            required
            maxLength={300}
            pattern=".*\S.*"
            value={typed.text}
            onChange={({ currentTarget }) => set({ text: currentTarget.value })}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <ImageInput label="Image" value={typed.image} onChange={(image) => set({ image })} />
            <AddressInput label="Link" value={typed.url} onChange={(url) => set({ url })} />
          </SimpleGrid>
        </>
      )}
      {asks.includes("points") && (
        <div>
          <Strength points={typed.points} onChange={(points) => set({ points })} />
          <details>
            <summary>Advanced</summary>
            <NumberInput
              label="Points"
              min={0.01}
              max={20}
              step={0.1}
              required
              value={typed.points}
              onChange={(points) => set({ points })}
            />
          </details>
        </div>
      )}
      <RuleScope typed={typed} set={set} />
      <PickCampaign campaigns={campaigns} typed={typed} set={set} />
      <ScheduleInputs schedule={typed} isWithin={typed.campaign !== ""} onChange={set} />
    </FormDialog>
  );
}
