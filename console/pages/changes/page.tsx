import { Page } from "../../parts/page.js";
import { AddressedTabs } from "../../parts/page-tabs.js";
import { Drafts } from "./drafts.js";
import { Unpublished } from "./unpublished.js";
import { Versions } from "./versions.js";

const TABS = [
  { value: "unpublished", label: "Unpublished changes", panel: <Unpublished /> },
  { value: "drafts", label: "Drafts", panel: <Drafts /> },
  { value: "versions", label: "Versions", panel: <Versions /> },
];

export default function ChangesPage() {
  return (
    <Page title="Changes">
      <AddressedTabs tabs={TABS} />
    </Page>
  );
}
