import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { RuleAction, RuleDocument } from "../../../src/storefront/rules-configuration.js";
import { actionOf, scopeOf, shown, Target } from "../../parts/format-rule.js";
import { ItemTable } from "../../parts/item-table.js";
import { itemsOf, replaceWhere } from "../../parts/items.js";
import { momentIn } from "../../parts/moments.js";
import type { EditProps } from "../../parts/page.js";
import { campaignsOf, stateOf } from "../campaigns/campaigns.js";
import { RuleForm } from "./rule-form.js";

export interface RuleKind {
  readonly noun: string;
  readonly empty: string;
  readonly actions: readonly RuleAction[];
}

interface RulesTableProps extends EditProps {
  readonly kind: RuleKind;
  /** Renders the earnings of a rule; `undefined` if the earnings are not loaded or not shown. */
  readonly earned?: ((rule: RuleDocument) => ReactNode) | undefined;
  readonly buttons?: ReactNode;
}

/** Table of the rules of one type. Rules of other types are kept unchanged. */
export function RulesTable({ configuration, live, onChange, earned, buttons, kind }: RulesTableProps) {
  const { noun, empty, actions } = kind;
  const isOwn = ({ action }: RuleDocument) => (action === "banner") === actions.includes("banner");
  const all = itemsOf<RuleDocument>(configuration.rules);
  const rules = all?.filter(isOwn) ?? null;
  const others = all?.filter((rule) => !isOwn(rule)) ?? [];
  const campaigns = campaignsOf(configuration);
  const campaignOf = new Map(campaigns.map((campaign) => [campaign.key, campaign]));
  return (
    <ItemTable
      items={rules}
      live={itemsOf<RuleDocument>(live.rules)?.filter(isOwn) ?? null}
      noun={noun}
      columns={[
        { title: "Name", cell: ({ key }) => shown(key) },
        ...(actions.length === 1 ? [] : [{ title: "Action", cell: actionOf }]),
        { title: noun === "banner" ? "Banner" : "Products", cell: (rule) => <Target rule={rule} /> },
        { title: "Applies to", cell: ({ when }) => scopeOf(when) },
        { title: "Period", cell: (rule) => <Period rule={rule} /> },
        ...(earned === undefined ? [] : [{ title: "Earned", cell: earned }]),
      ]}
      nameOf={({ key }) => shown(key)}
      stateOf={(rule) => stateOf(rule, campaignOf.get(rule.campaign ?? ""), Date.now())}
      isOrdered
      empty={empty}
      actions={buttons}
      onChange={(next) => onChange({ ...configuration, rules: replaceWhere(all ?? [], isOwn, next) })}
      form={({ item, others: beside, ...done }) => (
        <RuleForm
          rule={item}
          earned={item !== null && earned?.(item)}
          actions={actions}
          noun={noun}
          campaigns={campaigns}
          taken={[...others, ...beside].map(({ key }) => shown(key))}
          {...done}
        />
      )}
    />
  );
}

const Period = ({ rule: { campaign, starts_at, ends_at } }: { rule: RuleDocument }) => (
  <>
    {campaign != null && <Text>Campaign: {shown(campaign)}</Text>}
    {starts_at != null && <Text>From {momentIn(starts_at)}</Text>}
    {ends_at != null && <Text>Until {momentIn(ends_at)}</Text>}
    {campaign == null && starts_at == null && ends_at == null && "Always"}
  </>
);
