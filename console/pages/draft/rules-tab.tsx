import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import type { RuleDocument } from "../../../src/storefront/rules-configuration.js";
import { actionOf, scopeOf, shown, Target } from "../../parts/rule-in-words.js";
import { shownMoment } from "../../parts/moments.js";
import { ItemTable } from "./item-table.js";
import { itemsOf, put } from "./items.js";
import { RuleForm } from "./rule-form.js";

export interface TabProps {
  readonly configuration: ConfigurationDocument;
  readonly onChange: (configuration: ConfigurationDocument) => void;
}

const COLUMNS = [
  { title: "Rule", cell: ({ key }: RuleDocument) => shown(key) },
  { title: "Does", cell: (rule: RuleDocument) => actionOf(rule) },
  { title: "With", cell: (rule: RuleDocument) => <Target rule={rule} /> },
  { title: "Where", cell: ({ when }: RuleDocument) => scopeOf(when) },
  { title: "From", cell: ({ starts_at }: RuleDocument) => periodOf(starts_at) },
  { title: "Until", cell: ({ ends_at }: RuleDocument) => periodOf(ends_at) },
];

/** The rules of a draft. */
export function RulesTab({ configuration, onChange }: TabProps) {
  const rules = itemsOf<RuleDocument>(configuration.rules);
  /** The place of the one in the form; null: a new one. */
  const [edited, setEdited] = useState<{ readonly at: number | null } | null>(null);
  const change = (next: readonly RuleDocument[]) => onChange({ ...configuration, rules: next });
  return (
    <Stack>
      <Text size="sm">Of rules that contradict each other the first one holds.</Text>
      <ItemTable
        items={rules}
        noun="rule"
        columns={COLUMNS}
        nameOf={({ key }) => shown(key)}
        isOrdered
        onChange={change}
        onEdit={(at) => setEdited({ at })}
      />
      {edited !== null && rules !== null && (
        <RuleForm
          rule={edited.at === null ? null : (rules[edited.at] ?? null)}
          taken={rules.filter((_, at) => at !== edited.at).map(({ key }) => shown(key))}
          onClose={() => setEdited(null)}
          onDone={(rule) => {
            change(put(rules, edited.at, rule));
            setEdited(null);
          }}
        />
      )}
    </Stack>
  );
}

const periodOf = (at: unknown): string =>
  typeof at === "string" && !Number.isNaN(Date.parse(at)) ? shownMoment(at) : shown(at);
