import { Group, Tabs } from "@mantine/core";
import type { ReactNode } from "react";
import { useSearchParams } from "wouter";

interface PageTab {
  readonly value: string;
  readonly label: string;
  readonly panel: ReactNode;
}

interface PageTabsProps {
  readonly tabs: readonly PageTab[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly aside?: ReactNode;
}

/** Tabs of a page. Only the panel of the selected tab is mounted. */
export function PageTabs({ tabs, value, onChange, aside }: PageTabsProps) {
  const list = (
    <Tabs.List mb={aside === undefined ? "md" : 0}>
      {tabs.map((tab) => (
        <Tabs.Tab key={tab.value} value={tab.value}>
          {tab.label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
  return (
    <Tabs value={value} onChange={(next) => next !== null && onChange(next)} keepMounted={false}>
      {aside === undefined ? (
        list
      ) : (
        <Group justify="space-between" mb="md">
          {list}
          {aside}
        </Group>
      )}
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.value} value={tab.value}>
          {tab.panel}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** Tabs whose selection is part of the page's address. The first tab is selected if the address contains no tab. */
export function AddressedTabs({ tabs }: Pick<PageTabsProps, "tabs">) {
  const [parameters, setParameters] = useSearchParams();
  const first = tabs[0]?.value ?? "";
  return (
    <PageTabs
      tabs={tabs}
      value={parameters.get("tab") ?? first}
      onChange={(tab) => setParameters(tab === first ? {} : { tab })}
    />
  );
}
