import { Tabs } from "@mantine/core";
import { Page } from "../../parts/page.js";
import { ActivityLog } from "./activity-log.js";
import { Members } from "./members.js";

/** Team page: members with their roles, invitations, the approval setting and the activity log. */
export default function TeamPage() {
  return (
    <Page title="Team" about="Members of this shop’s console, and a log of their changes.">
      <Tabs defaultValue="members" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="members">Members</Tabs.Tab>
          <Tabs.Tab value="activity">Activity log</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="members" pt="md">
          <Members />
        </Tabs.Panel>
        <Tabs.Panel value="activity" pt="md">
          <ActivityLog />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
