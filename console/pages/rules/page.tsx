import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RuleRemarks } from "../../../src/publishing/index.js";
import type { RuleDocument } from "../../../src/storefront/rules-configuration.js";
import { api } from "../../api.js";
import { Answered } from "../../parts/loaded.js";
import { Page, useEditing } from "../../parts/page.js";
import { AddressedTabs } from "../../parts/page-tabs.js";
import { RuleWarnings } from "../../parts/review.js";
import { useWorkingDraft } from "../../parts/working-draft.js";
import { AboutEarned, Earned, useEarned } from "./earned.js";
import { GoalForm, GOALS, type Goal } from "./goal-form.js";
import { Redirects } from "./redirects.js";
import { RulesTable, type RuleKind } from "./rules-table.js";
import { Action } from "../../parts/action.js";

const PRODUCT_RULES: RuleKind = {
  noun: "rule",
  empty: "There are no rules yet. Rules pin, boost, bury or hide products in searches and listings.",
  actions: ["boost", "pin", "reserve", "bury", "hide"],
};

export default function RulesPage() {
  return (
    <Page
      title="Rules"
      about="Rules change the order of products. If two rules contradict each other, the first one applies."
    >
      <AddressedTabs
        tabs={[
          { value: "rules", label: "Product rules", panel: <ProductRules /> },
          { value: "redirects", label: "Redirects", panel: <Redirects {...useEditing()} /> },
        ]}
      />
    </Page>
  );
}

function ProductRules() {
  const editing = useEditing();
  const earnings = useEarned();
  const [goal, setGoal] = useState<Goal | null>(null);
  const { byKey } = earnings;
  const earned = byKey && (({ key }: RuleDocument) => <Earned one={byKey.get(key ?? "")} />);
  return (
    <Stack>
      <RulesTable
        {...editing}
        kind={PRODUCT_RULES}
        earned={earned}
        buttons={Object.entries(GOALS).map(([key, { title }]) => (
          <Action key={key} label={title} onClick={() => setGoal(key as Goal)} />
        ))}
      />
      <Group align="flex-start">
        <CheckRules />
        <AboutEarned {...earnings} />
      </Group>
      {goal !== null && <GoalForm goal={goal} {...editing} onClose={() => setGoal(null)} />}
    </Stack>
  );
}

function CheckRules() {
  const { draft } = useWorkingDraft();
  const [isWanted, setWanted] = useState(false);
  const query = useQuery({
    queryKey: ["draft", draft?.id, draft?.version, "rules"],
    queryFn: () => api.get<readonly RuleRemarks[]>(`drafts/${draft?.id ?? "live"}/rules`),
    enabled: isWanted,
  });
  if (!isWanted) {
    return <Action label="Check for conflicts" size="compact-sm" onClick={() => setWanted(true)} />;
  }
  return (
    <Answered query={query}>
      {(warnings) =>
        warnings.length === 0 ? <Text>No warnings or conflicts.</Text> : <RuleWarnings warnings={warnings} />
      }
    </Answered>
  );
}
