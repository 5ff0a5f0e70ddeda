import { Group, NumberInput, Radio, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";
import type { CampaignDocument } from "../../../src/storefront/campaigns-configuration.js";
import type { RuleAction, RuleDocument } from "../../../src/storefront/rules-configuration.js";
import { AddressInput } from "../../parts/address-input.js";
import { isWhole } from "../../parts/conditions.js";
import { FilterForm } from "../../parts/filter-form.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { PositionInput } from "../../parts/position-input.js";
import { PickProduct, PickProducts } from "../../parts/products.js";
import { RULE_ACTIONS } from "../../parts/rule-actions.js";
import { endsBeforeItBegins, ScheduleInputs } from "../../parts/schedule.js";
import { zoneOf } from "./campaigns.js";
import { PickCampaign } from "./pick-campaign.js";
import { NameInput } from "./name-input.js";
import { RuleScope } from "./rule-scope.js";
import { asksOf, ruleOf, typedOf, type Typed } from "./rule-typed.js";

interface RuleFormProps {
  /** Actions to choose from. A new rule starts with the first one. */
  readonly actions: readonly RuleAction[];
  /** `null` for a new rule. */
  readonly rule: RuleDocument | null;
  /** Earnings of the rule, if loaded. */
  readonly earned: ReactNode;
  /** Keys of the other rules. */
  readonly taken: readonly string[];
  /** Singular noun for the item, such as "rule". */
  readonly noun: string;
  /** Campaigns of the draft. */
  readonly campaigns: readonly CampaignDocument[];
  readonly onClose: () => void;
  readonly onDone: (rule: RuleDocument) => void;
}

/** Form for a rule. */
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
      word={rule === null ? "Add" : "Change"}
      isDisabled={isWrong}
      onClose={onClose}
      onSubmit={() => {
        if (!isWrong) onDone(ruleOf(typed, rule));
      }}
    >
      {earned}
      <NameInput
        description="In your words; explanations name the rule by it"
        maxLength={100}
        value={typed.key}
        error={isTaken ? "Another rule has this name" : undefined}
        onChange={(key) => set({ key })}
      />
      {actions.length > 1 && (
        <Select
          label="What it does"
          data={actions.map((value) => ({ value, label: RULE_ACTIONS[value].label }))}
          allowDeselect={false}
          value={action}
          onChange={(value) => set({ action: value ?? "boost" })}
        />
      )}
      {asks.includes("target") && (
        <Radio.Group label="Which products" value={typed.target} onChange={(target) => set({ target })}>
          <Group mt="xs">
            <Radio value="products" label="These products" />
            <Radio value="filters" label="All that are like this" />
          </Group>
        </Radio.Group>
      )}
      {asks.includes("target") && typed.target === "products" && (
        <PickProducts label="Products" value={typed.products} onChange={(products) => set({ products })} />
      )}
      {isByFilters && (
        <FilterForm
          legend="Products of which"
          hasAges
          conditions={typed.filters}
          onChange={(filters) => set({ filters })}
        />
      )}
      {asks.includes("position") && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {asks.includes("product") && (
            <PickProduct label="Product" required value={typed.product} onChange={(id) => set({ product: id ?? "" })} />
          )}
          <PositionInput
            {...(asks.includes("like") && {
              description: "From 1; one of them stands here, or has a better place already",
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
            description="As plain text; where there is a picture, for whoever does not see it"
            required
            maxLength={300}
            pattern=".*\S.*"
            value={typed.text}
            onChange={({ currentTarget }) => set({ text: currentTarget.value })}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <AddressInput
              label="Picture"
              description="Its address, or its path in the shop"
              value={typed.image}
              onChange={(image) => set({ image })}
            />
            <AddressInput label="Leads to" value={typed.url} onChange={(url) => set({ url })} />
          </SimpleGrid>
        </>
      )}
      {asks.includes("points") && (
        <NumberInput
          label="Points"
          description="0.7 is a little, 3 is clear, 8 is to the edge"
          min={0.01}
          max={20}
          step={0.1}
          required
          value={typed.points}
          onChange={(points) => set({ points })}
        />
      )}
      <RuleScope typed={typed} set={set} />
      <PickCampaign campaigns={campaigns} typed={typed} set={set} />
      <ScheduleInputs schedule={typed} isWithin={typed.campaign !== ""} onChange={set} />
    </FormDialog>
  );
}
