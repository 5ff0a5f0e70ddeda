import { Code, Table, Text } from "@mantine/core";
import type { ConfigurationChange } from "../../src/storefront/configuration-changes.js";
import type { RuleDocument } from "../../src/storefront/rules-configuration.js";
import { ProductLines } from "./products.js";
import { actionOf, campaignInWords, localInWords, scopeOf, shown, Target } from "./rule-in-words.js";

interface ChangesProps {
  readonly changes: readonly ConfigurationChange[];
  /** What the table holds. */
  readonly caption: string;
}

const SHOWN = 200;

/** What changed between two configurations, one place a row. */
export function Changes({ changes, caption }: ChangesProps) {
  if (changes.length === 0) return <Text size="sm">Nothing is different.</Text>;
  return (
    <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table captionSide="top" verticalSpacing="xs">
        <Table.Caption ta="left">
          {caption}
          {changes.length > SHOWN ? ` (the first ${SHOWN} of ${changes.length})` : ""}
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Where</Table.Th>
            <Table.Th>Before</Table.Th>
            <Table.Th>After</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.slice(0, SHOWN).map(({ path, before, after }, at) => (
            <Table.Tr key={at}>
              <Table.Td style={{ wordBreak: "break-word" }}>{whereInWords(path)}</Table.Td>
              <Table.Td>
                <Part path={path} value={before} />
              </Table.Td>
              <Table.Td>
                <Part path={path} value={after} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** What a place of a configuration is called. */
export function whereInWords(path: string): string {
  const [section = "", item, member = ""] = /^([^[]*)(?:\[(.*)\](?:\.(.*))?)?$/s.exec(path)?.slice(1) ?? [path];
  const words = (text: string) => text.replaceAll(/[._]+/g, " ");
  const name = section.charAt(0).toUpperCase() + words(section).slice(1);
  if (item === undefined) return name;
  const noun = name.replace(/s$/, "").replace("Sort key", "Order");
  return `${noun} “${item}”${member === "" ? "" : `: ${words(member)}`}`;
}

/** One side of a change: rules and products as people know them, anything else as it is written. */
function Part({ path, value }: { readonly path: string; readonly value: unknown }) {
  if (typeof value === "object" && value !== null && /^rules\[.*\]$/s.test(path) && "action" in value) {
    const rule = value as RuleDocument;
    return (
      <>
        <Text size="sm">
          {actionOf(rule)}, {scopeOf(rule.when)}
          {rule.campaign != null && `, in the campaign “${shown(rule.campaign)}”`}
        </Text>
        <Target rule={rule} />
      </>
    );
  }
  if (typeof value === "object" && value !== null && /^campaigns\[.*\]$/s.test(path)) {
    return <Text size="sm">{campaignInWords(value)}</Text>;
  }
  if (typeof value === "string" && /^campaigns\[.*\]\.(starts|ends)_at$/s.test(path)) {
    return <Text size="sm">{localInWords(value)}</Text>;
  }
  const ids = path.endsWith("].product") ? [value] : path.endsWith("].products") ? value : undefined;
  if (Array.isArray(ids) && ids.every((one) => typeof one === "string")) return <ProductLines ids={ids} />;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return <Text size="sm">{value === true ? "yes" : value === false ? "no" : value}</Text>;
  }
  if (Array.isArray(value) && value.every((one) => typeof one === "string"))
    return <Text size="sm">{value.join(", ")}</Text>;
  return <Value value={value} />;
}

/** A value of a configuration; a dash where there is none. */
export function Value({ value }: { readonly value: unknown }) {
  if (value === undefined) return <Text size="sm">–</Text>;
  return (
    <Code
      block
      style={{ whiteSpace: "pre-wrap", wordBreak: "break-word", maxHeight: 240, overflow: "auto" }}
      tabIndex={0}
    >
      {typeof value === "string" ? value : JSON.stringify(value, null, 1)}
    </Code>
  );
}
