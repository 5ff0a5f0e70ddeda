import { Page, useEditing } from "../../parts/page.js";
import { AddressedTabs } from "../../parts/page-tabs.js";
import { Filters, SortOptions } from "./choices.js";
import { Json } from "./json.js";
import { Weights } from "./weights.js";

export default function SettingsPage() {
  const editing = useEditing();
  return (
    <Page title="Settings">
      <AddressedTabs
        tabs={[
          { value: "filters", label: "Filters", panel: <Filters {...editing} /> },
          { value: "sort-options", label: "Sort options", panel: <SortOptions {...editing} /> },
          { value: "weights", label: "Advanced: ranking weights", panel: <Weights {...editing} /> },
          { value: "json", label: "Advanced: JSON", panel: <Json {...editing} /> },
        ]}
      />
    </Page>
  );
}
