import { Button, Group, Tabs } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useState } from "react";
import { Page } from "../../parts/page.js";
import { useSession } from "../../parts/session.js";
import { UploadDialog } from "./import/upload-dialog.js";
import { Imports } from "./imports.js";
import { Products } from "./products.js";
import { Versions } from "./versions.js";

const TABS = ["Products", "Imports", "Versions"];

/** Catalog page: products, imports and catalog versions, and the upload of a file. */
export default function CatalogPage() {
  const { may } = useSession();
  const [tab, setTab] = useState<string | null>("Products");
  const [isUploading, setUploading] = useState(false);
  const upload = may("publisher") ? (
    <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setUploading(true)}>
      Upload a file
    </Button>
  ) : null;
  return (
    <Page title="Catalog" about="The products of the shop, and the imports that they come from.">
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Group justify="space-between" mb="md">
          <Tabs.List>
            {TABS.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {upload}
        </Group>
        <Tabs.Panel value="Products">
          <Products upload={upload} />
        </Tabs.Panel>
        <Tabs.Panel value="Imports">
          <Imports upload={upload} />
        </Tabs.Panel>
        <Tabs.Panel value="Versions">
          <Versions />
        </Tabs.Panel>
      </Tabs>
      {isUploading && <UploadDialog onClose={() => setUploading(false)} onImported={() => setTab("Imports")} />}
    </Page>
  );
}
