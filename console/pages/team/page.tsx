import { Page } from "../../parts/page.js";
import { AddressedTabs } from "../../parts/page-tabs.js";
import { ActivityLog } from "./activity-log.js";
import { Members } from "./members.js";

const TABS = [
  { value: "members", label: "Members", panel: <Members /> },
  { value: "activity", label: "Activity log", panel: <ActivityLog /> },
];

export default function TeamPage() {
  return (
    <Page title="Team" about="Shows the members of this shop’s console, and a log of their changes.">
      <AddressedTabs tabs={TABS} />
    </Page>
  );
}
