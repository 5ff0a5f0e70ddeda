import { Tabs } from "@mantine/core";
import { useSearchParams } from "wouter";
import { Page } from "../../parts/page.js";
import { Drafts } from "./drafts.js";
import { Unpublished } from "./unpublished.js";
import { Versions } from "./versions.js";

/** Changes page: reviews and publishes the unpublished changes, and lists other drafts and all versions. */
export default function ChangesPage() {
  const [parameters, setParameters] = useSearchParams();
  return (
    <Page title="Changes">
      <Tabs
        value={parameters.get("tab") ?? "unpublished"}
        onChange={(tab) => setParameters(tab === null || tab === "unpublished" ? {} : { tab })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="unpublished">Unpublished changes</Tabs.Tab>
          <Tabs.Tab value="drafts">Drafts</Tabs.Tab>
          <Tabs.Tab value="versions">Versions</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="unpublished">
          <Unpublished />
        </Tabs.Panel>
        <Tabs.Panel value="drafts">
          <Drafts />
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <Versions />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
