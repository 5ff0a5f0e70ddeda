import { Tabs } from "@mantine/core";
import { useSearchParams } from "wouter";
import { Page, useEditing } from "../../parts/page.js";
import { Filters, SortOptions } from "./choices.js";
import { Json } from "./json.js";
import { Weights } from "./weights.js";

const TABS = [
  { value: "filters", label: "Filters", Panel: Filters },
  { value: "sort-options", label: "Sort options", Panel: SortOptions },
  { value: "weights", label: "Advanced: ranking weights", Panel: Weights },
  { value: "json", label: "Advanced: JSON", Panel: Json },
] as const;

/** Settings page: filters, sort options, ranking weights and the whole configuration as JSON. */
export default function SettingsPage() {
  const editing = useEditing();
  const [parameters, setParameters] = useSearchParams();
  return (
    <Page title="Settings">
      <Tabs
        value={parameters.get("tab") ?? TABS[0].value}
        onChange={(tab) => setParameters({ tab: tab ?? TABS[0].value })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {TABS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(({ value, Panel }) => (
          <Tabs.Panel key={value} value={value}>
            <Panel {...editing} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
