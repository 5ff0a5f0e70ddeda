import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import type { RuleDocument } from "../../../src/storefront/rules-configuration.js";
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
  { title: "With", cell: (rule: RuleDocument) => targetOf(rule) },
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

/** A draft may hold anything. */
const shown = (value: unknown): string =>
  value === undefined || value === null ? "–" : typeof value === "string" ? value : JSON.stringify(value);

function actionOf(rule: RuleDocument): string {
  switch (rule.action) {
    case "pin":
      return `pin to place ${shown(rule.position)}`;
    case "boost":
    case "bury":
      return `${rule.action} by ${shown(rule.points ?? 3)}`;
    case "hide":
    case undefined:
    default:
      return shown((rule as { readonly action?: unknown }).action);
  }
}

function targetOf(rule: RuleDocument): string {
  if (rule.action === "pin") return shown(rule.product);
  const { products, filters } = rule as { readonly products?: unknown; readonly filters?: unknown };
  if (filters != null) return JSON.stringify(filters);
  return Array.isArray(products) ? few(products.map(shown)) : shown(products);
}

const few = (texts: readonly string[]) =>
  texts.length > 5 ? `${texts.slice(0, 5).join(", ")} and ${texts.length - 5} more` : texts.join(", ");

/** What stands before a query that a rule is for. */
const MATCHES = { is: "", contains: "contains ", begins_with: "begins with " } as const;

function scopeOf(when: RuleDocument["when"]): string {
  const { queries, match = "is", exact = false, categories, filters } = when ?? {};
  const texts = (value: unknown) => (Array.isArray(value) ? value.map(shown) : []);
  const parts = [
    ...texts(queries).map((query) => `${MATCHES[match]}“${query}”${exact ? ", letter by letter" : ""}`),
    ...texts(categories),
    ...(filters == null ? [] : [JSON.stringify(filters)]),
  ];
  return parts.length === 0 ? "everywhere" : few(parts);
}

const periodOf = (at: unknown): string =>
  typeof at === "string" && !Number.isNaN(Date.parse(at)) ? shownMoment(at) : shown(at);
