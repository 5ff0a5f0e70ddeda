import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { api } from "../../api.js";
import { Answered } from "../../parts/loaded.js";
import { RemarksOnRules } from "../../parts/review.js";
import type { RuleRemarks } from "../../../src/publishing/index.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import type { RuleAction, RuleDocument } from "../../../src/storefront/rules-configuration.js";
import { actionOf, scopeOf, shown, Target } from "../../parts/format-rule.js";
import { momentIn } from "../../parts/moments.js";
import { AboutEarned, Earned, useEarned } from "./earned.js";
import { campaignsOf } from "./campaigns.js";
import { ItemTable } from "./item-table.js";
import { itemsOf } from "./items.js";
import { RuleForm } from "./rule-form.js";

export interface TabProps {
  readonly draftId: string;
  readonly configuration: ConfigurationDocument;
  readonly onChange: (configuration: ConfigurationDocument) => void;
}

/** Rule types shown in one tab, by their actions. */
interface Kind {
  readonly noun: string;
  readonly about: string;
  readonly actions: readonly RuleAction[];
}

const PRODUCT_RULES: Kind = {
  noun: "rule",
  about: "Of rules that contradict each other the first one holds.",
  actions: ["boost", "pin", "reserve", "bury", "hide"],
};

const BANNERS: Kind = {
  noun: "banner",
  about: "What stands above the products of a search, a category or every page: a text or a picture, with a link.",
  actions: ["banner"],
};

const NAME = { title: "Name", cell: ({ key }: RuleDocument) => shown(key) };
const CAMPAIGN = { title: "Campaign", cell: ({ campaign }: RuleDocument) => shown(campaign) };

const COLUMNS = [
  { title: "Does", cell: (rule: RuleDocument) => actionOf(rule) },
  { title: "With", cell: (rule: RuleDocument) => <Target rule={rule} /> },
  { title: "Where", cell: ({ when }: RuleDocument) => scopeOf(when) },
  { title: "From", cell: ({ starts_at }: RuleDocument) => periodOf(starts_at) },
  { title: "Until", cell: ({ ends_at }: RuleDocument) => periodOf(ends_at) },
];

export function RulesTab(props: TabProps) {
  const earnings = useEarned();
  const { byKey } = earnings;
  const earned = byKey && (({ key }: RuleDocument) => <Earned one={byKey.get(key ?? "")} />);
  return (
    <Stack>
      <AboutEarned {...earnings} />
      <CheckRules draftId={props.draftId} />
      <RulesOf {...props} kind={PRODUCT_RULES} earned={earned} />
    </Stack>
  );
}

/** Checks all rules of the saved draft against the current catalogue, on demand. */
function CheckRules({ draftId }: Pick<TabProps, "draftId">) {
  const [isWanted, setWanted] = useState(false);
  const query = useQuery({
    queryKey: ["draft", draftId, "rules"],
    queryFn: () => api.get<readonly RuleRemarks[]>(`drafts/${draftId}/rules`),
    enabled: isWanted,
  });
  if (!isWanted) {
    return (
      <Group>
        <Button size="compact-sm" variant="default" onClick={() => setWanted(true)}>
          Check rules
        </Button>
      </Group>
    );
  }
  return (
    <Answered query={query}>
      {(warnings) =>
        warnings.length === 0 ? (
          <Text size="sm">Nothing is remarkable about the saved rules.</Text>
        ) : (
          <RemarksOnRules warnings={warnings} />
        )
      }
    </Answered>
  );
}

export const BannersTab = (props: TabProps) => <RulesOf {...props} kind={BANNERS} />;

interface RulesProps extends TabProps {
  readonly kind: Kind;
  /** `undefined` while not loaded or not shown. */
  readonly earned?: ((rule: RuleDocument) => ReactNode) | undefined;
}

/** Table of the draft's rules of one type. Rules of other types are kept unchanged. */
function RulesOf({ configuration, onChange, earned, kind: { noun, about, actions } }: RulesProps) {
  const all = itemsOf<RuleDocument>(configuration.rules);
  const isOwn = ({ action }: RuleDocument) => (action === "banner") === actions.includes("banner");
  const rules = all?.filter(isOwn) ?? null;
  const others = all?.filter((rule) => !isOwn(rule)) ?? [];
  const campaigns = campaignsOf(configuration);
  return (
    <Stack>
      <Text size="sm">{about}</Text>
      <ItemTable
        items={rules}
        noun={noun}
        columns={[
          NAME,
          ...(campaigns.length === 0 ? [] : [CAMPAIGN]),
          ...COLUMNS,
          ...(earned === undefined ? [] : [{ title: "Earned", cell: earned }]),
        ]}
        nameOf={({ key }) => shown(key)}
        isOrdered
        onChange={(next) => onChange({ ...configuration, rules: [...others, ...next] })}
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
    </Stack>
  );
}

const periodOf = (at: unknown): string => (at == null ? shown(at) : momentIn(at));
