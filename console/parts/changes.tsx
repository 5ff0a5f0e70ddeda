import { Code, Text } from "@mantine/core";
import type { ConfigurationChange } from "../../src/storefront/configuration-changes.js";
import type { RuleDocument } from "../../src/storefront/rules-configuration.js";
import { formatObject, formatConditions } from "./format-changes.js";
import { momentIn } from "./moments.js";
import { ProductLines } from "./products.js";
import { actionOf, formatCampaign, formatLocalTime, scopeOf, shown, Target } from "./format-rule.js";
import { RowsTable } from "./rows-table.js";

interface ChangesProps {
  readonly changes: readonly ConfigurationChange[];
  readonly title: string;
  readonly about?: string;
}

const COLUMNS = [
  { label: "Setting", cell: ({ path }: ConfigurationChange) => formatConditions(path) },
  {
    label: "Before",
    cell: ({ path, before, after }: ConfigurationChange) => <Side path={path} value={before} other={after} />,
  },
  {
    label: "After",
    cell: ({ path, before, after }: ConfigurationChange) => <Side path={path} value={after} other={before} />,
  },
];

/** Table of the differences between two configurations, one path per row. */
export const Changes = ({ changes, ...titled }: ChangesProps) => (
  <RowsTable {...titled} columns={COLUMNS} rows={changes} keyOf={JSON.stringify} none="No changes." />
);

/**
 * Shows the old or new value of a change. A missing number or boolean is shown as the default, any other missing value
 * as absent.
 */
const Side = ({ other, ...side }: ValueProps & { other: unknown }) =>
  side.value === undefined && (typeof other === "number" || typeof other === "boolean") ? (
    <Text>Default</Text>
  ) : (
    <Value {...side} />
  );

interface ValueProps {
  readonly path: string;
  readonly value: unknown;
}

export function Value({ path, value }: ValueProps) {
  if (value === undefined) return <Text>–</Text>;
  if (typeof value === "boolean") return <Text>{value ? "Yes" : "No"}</Text>;
  if (typeof value === "number") return <Text>{value}</Text>;
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  if (texts.every((one) => typeof one === "string")) {
    if (/\]\.products?$/.test(path)) return <ProductLines ids={texts} />;
    if (!/\]\.(?:starts|ends)_at$/.test(path)) return <Text>{texts.join(", ")}</Text>;
    return <Text>{path.startsWith("campaigns[") ? formatLocalTime(value) : momentIn(value)}</Text>;
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    if (/^rules\[.*\]$/s.test(path) && "action" in value) return <Rule rule={value as RuleDocument} />;
    if (/^campaigns\[.*\]$/s.test(path)) return <Text>{formatCampaign(value)}</Text>;
    const lines = formatObject(path, value as Readonly<Record<string, unknown>>);
    if (lines !== undefined) return lines.map((line) => <Text key={line}>{line}</Text>); // prettier-ignore
  }
  return (
    <Code
      block
      style={{ whiteSpace: "pre-wrap", wordBreak: "break-word", maxHeight: 240, overflow: "auto" }}
      tabIndex={0}
    >
      {JSON.stringify(value, null, 1)}
    </Code>
  );
}

const Rule = ({ rule }: { rule: RuleDocument }) => (
  <>
    <Text>{[actionOf(rule), scopeOf(rule.when), ...periodOf(rule)].join(", ")}</Text>
    <Target rule={rule} />
  </>
);

const periodOf = ({ campaign, starts_at, ends_at }: RuleDocument): string[] => [
  ...(campaign == null ? [] : [`in the campaign “${shown(campaign)}”`]),
  ...(starts_at == null ? [] : [`from ${momentIn(starts_at)}`]),
  ...(ends_at == null ? [] : [`until ${momentIn(ends_at)}`]),
];
